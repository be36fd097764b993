"""The embedding encoder: from the published weights to the graph that ships."""
