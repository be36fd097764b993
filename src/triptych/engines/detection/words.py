"""What people call the things that detectors know: other words, kinds of them, and groups."""

#: Other words for a class, by the class; they mean the same.
SAME = {
    "person": "people human somebody someone individual",
    "bicycle": "bike pushbike cycle",
    "motorcycle": "motorbike motor_cycle motor_bike",
    "car": "automobile motorcar motor_car auto",
    "airplane": "plane aeroplane aircraft",
    "bus": "autobus omnibus",
    "train": "railway_train",
    "truck": "lorry",
    "traffic light": "stoplight traffic_signal stop_light",
    "fire hydrant": "hydrant fireplug",
    "cat": "house_cat",
    "cow": "cattle",
    "backpack": "rucksack knapsack",
    "handbag": "purse hand_bag",
    "tie": "necktie",
    "suitcase": "luggage baggage",
    "frisbee": "flying_disc flying_disk",
    "sports ball": "ball",
    "surfboard": "surf_board",
    "skateboard": "skate_board",
    "tennis racket": "racket racquet tennis_racquet",
    "baseball glove": "baseball_mitt",
    "wine glass": "wineglass",
    "hot dog": "hotdog",
    "donut": "doughnut",
    "couch": "sofa settee",
    "potted plant": "houseplant house_plant pot_plant pottedplant indoor_plant",
    "dining table": "table diningtable",
    "toilet": "lavatory loo",
    "tv": "television tv_set television_set monitor tvmonitor tv_monitor telly screen display",
    "laptop": "notebook_computer laptop_computer",
    "mouse": "computer_mouse",
    "remote": "remote_control remote_controller",
    "keyboard": "computer_keyboard",
    "cell phone": "mobile_phone smartphone cellphone mobile phone telephone smart_phone",
    "microwave": "microwave_oven",
    "oven": "stove cooker",
    "sink": "washbasin wash_basin basin",
    "refrigerator": "fridge",
    "vase": "flower_vase",
    "teddy bear": "teddy stuffed_bear",
    "hair drier": "hair_dryer hairdryer blow_dryer hairdrier",
}
#: Kinds of a class, and words of which it is only a part of the meaning, by the class.
NARROWER = {
    "person": "man woman boy girl child kid baby infant toddler teenager adult lady gentleman guy "
    "pedestrian cyclist motorcyclist driver passenger rider player athlete skier surfer "
    "snowboarder skateboarder swimmer runner skater dancer singer actor bride groom officer "
    "policeman policewoman fireman firefighter soldier worker student teacher doctor nurse chef "
    "cook waiter tourist shopper customer crowd mother father brother sister friend couple family",
    "bicycle": "tricycle tandem e-bike",
    "motorcycle": "scooter moped vespa",
    "car": "taxi cab sedan suv jeep hatchback convertible coupe limousine minivan van "
    "station_wagon sports_car",
    "airplane": "jet airliner jetliner biplane glider seaplane",
    "bus": "coach minibus school_bus double-decker",
    "train": "locomotive tram railcar subway metro streetcar",
    "truck": "pickup semi-trailer dump_truck tow_truck",
    "boat": "ship sailboat canoe kayak ferry yacht rowboat dinghy gondola vessel speedboat "
    "motorboat raft barge watercraft",
    "bench": "pew",
    "bird": "seagull gull duck pigeon goose swan owl eagle hawk parrot crow raven chicken hen "
    "rooster ostrich penguin flamingo sparrow robin turkey peacock pelican heron stork falcon "
    "blue_jay magpie woodpecker canary",
    "cat": "kitten kitty tomcat",
    "dog": "puppy pup poodle labrador retriever bulldog terrier spaniel dachshund beagle husky "
    "chihuahua corgi collie hound",
    "horse": "pony foal stallion mare colt",
    "sheep": "lamb ewe ram",
    "cow": "bull calf ox heifer steer buffalo bison",
    "bear": "grizzly panda",
    "backpack": "satchel school_bag",
    "umbrella": "parasol sunshade",
    "handbag": "clutch_bag tote shoulder_bag",
    "tie": "bow_tie",
    "suitcase": "trolley_case briefcase trunk",
    "snowboard": "splitboard",
    "sports ball": "football soccer basketball baseball volleyball golf_ball",
    "baseball glove": "catcher's_mitt",
    "skateboard": "longboard",
    "wine glass": "goblet champagne_flute champagne_glass",
    "cup": "mug teacup tumbler beaker",
    "knife": "dagger",
    "spoon": "teaspoon tablespoon ladle",
    "apple": "granny_smith",
    "sandwich": "hamburger burger toast wrap panini",
    "orange": "mandarin tangerine clementine",
    "cake": "cupcake muffin cheesecake",
    "chair": "armchair stool rocking_chair",
    "couch": "loveseat sofa_bed",
    "bed": "bunk_bed crib cot mattress",
    "dining table": "desk",
    "toilet": "urinal",
    "laptop": "macbook chromebook",
    "cell phone": "iphone android_phone",
    "book": "novel textbook dictionary paperback",
    "clock": "alarm_clock",
    "teddy bear": "stuffed_animal plush_toy soft_toy",
}
#: Words for several classes.
GROUPS = {
    "vehicle": "bicycle car motorcycle airplane bus train truck boat",
    "animal": "bird cat dog horse sheep cow elephant bear zebra giraffe",
    "fruit": "banana apple orange",
    "vegetable": "broccoli carrot",
    "food": "banana apple sandwich orange broccoli carrot hot_dog pizza donut cake",
    "furniture": "chair couch bed dining_table",
    "seat": "bench chair couch",
    "bag": "backpack handbag suitcase",
    "cutlery": "fork knife spoon",
    "silverware": "fork knife spoon",
    "utensil": "fork knife spoon",
    "tableware": "wine_glass cup fork knife spoon bowl",
    "electronics": "tv laptop mouse remote keyboard cell_phone",
    "kitchen appliance": "microwave oven toaster refrigerator",
    "appliance": "microwave oven toaster refrigerator",
    "sports equipment": "frisbee skis snowboard sports_ball kite baseball_bat baseball_glove "
    "skateboard surfboard tennis_racket",
}
#: Words for several classes that leave out some of what these are.
NARROWER_GROUPS = {
    "pet": "cat dog",
    "farm animal": "horse sheep cow",
    "livestock": "horse sheep cow",
    "wild animal": "elephant bear zebra giraffe",
}
#: Things whose name ends like that of another.
OTHERS = (
    "sea_horse rocking_horse clothes_horse hobby_horse cable_tie zip_tie hair_tie bird_table "
    "multiplication_table flower_bed river_bed truck_bed rice_cake fish_cake yellow_jacket "
    "touch_screen smoke_screen red_panda jet_ski musical_keyboard pressure_cooker slow_cooker "
    "rice_cooker punching_bag plastic_bag paper_bag shopping_bag tea_bag sleeping_bag "
    "dog_bed cat_bed wine_rack street_light"
)
