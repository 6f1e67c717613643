"""The OpenAPI document, made from the list of endpoints and their types."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

import stellwerk
from stellwerk.server.api import ENDPOINTS, Endpoint
from stellwerk.server.live.streams import MEDIA_TYPE
from stellwerk.server.live.wire import ClientFrame, ErrorBody, ServerFrame

REFUSALS = {
    "400": "cannot be understood", "401": "nobody known asks", "403": "not allowed", "404": "not there",
    "405": "not with this method", "408": "too slow", "409": "not now", "413": "too large",
    "421": "for another host", "422": "against the rules", "429": "too often", "503": "not at the moment",
}  # fmt: skip


@cache
def as_served() -> bytes:
    """The document as it is served: written once, because that takes as long as a hundred other requests."""
    return msgspec.json.encode(document())


def document() -> dict[str, Any]:
    """The whole document."""
    types = [t for endpoint in ENDPOINTS for t in (endpoint.body, endpoint.returns) if t is not None]
    frames = [ClientFrame, ServerFrame, ErrorBody]
    schemas, components = msgspec.json.schema_components(
        [*types, *frames], ref_template="#/components/schemas/{name}"
    )
    found = dict(zip(map(repr, [*types, *frames]), schemas, strict=True))
    refusals = {
        status: {"description": text, "content": {"application/json": {"schema": found[repr(ErrorBody)]}}}
        for status, text in REFUSALS.items()
    }
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = re.sub(r":int}", "}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, found)
    components["ClientFrame"], components["ServerFrame"] = found[repr(ClientFrame)], found[repr(ServerFrame)]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stellwerk", "version": stellwerk.__version__},
        "paths": paths,
        "components": {"schemas": components, "responses": refusals},
    }


def _operation(endpoint: Endpoint, found: dict[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {status: {"$ref": f"#/components/responses/{status}"} for status in REFUSALS}
    responses["200"] = {
        "description": "one of these a line, and empty lines" if endpoint.is_stream else "done",
        "content": {
            MEDIA_TYPE if endpoint.is_stream else "application/json": {
                "schema": found[repr(endpoint.returns)]
            }
        },
    }
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "description": endpoint.handler.__doc__,
        "operationId": endpoint.handler.__name__,
        "responses": responses,
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if number else "string"}}
        for name, number in re.findall(r"{(\w+)(:int)?}", endpoint.path)
    ]
    parameters += [{"name": name, "in": "query", "schema": {"type": "string"}} for name in endpoint.query]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": found[repr(endpoint.body)]}},
        }
    return operation
