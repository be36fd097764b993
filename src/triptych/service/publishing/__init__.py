"""Pictures of replies at addresses of this service, signed and for a limited time."""

from triptych.service.publishing.publisher import Publisher, data_address

__all__ = ["Publisher", "data_address"]
