"""Tables, schedules, software, records and services."""
