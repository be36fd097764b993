"""Pictures of replies at addresses of this service, signed and for a limited time."""

from triptych.service.files.publisher import Publisher, data_address

__all__ = ["Publisher", "data_address"]
