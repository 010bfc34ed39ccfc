"""The page: Gradio wiring only; what it shows is made in `dashboard.views`."""
