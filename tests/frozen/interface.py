"""What the OpenAPI document promises to programs: addresses, methods, parameters, statuses, acts with their fields."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.frozen.site import served


def interface(house: str) -> dict[str, Any]:
    """The names, without words and without shapes."""

    async def asked() -> Any:
        async with served(house) as site:
            return json.loads((await site.get("", "/openapi.json")).body)

    document = asyncio.run(asked())
    paths = {
        path: {method: _method(document, said) for method, said in sorted(methods.items())}
        for path, methods in sorted(document["paths"].items())
    }
    return {"paths": paths, "acts": dict(sorted(_acts(document, document["paths"]).items()))}


def _method(document: Any, said: Any) -> dict[str, Any]:
    body = _resolved(document, _schema(said.get("requestBody", {})))
    return {
        "parameters": [each["name"] for each in said.get("parameters", ())],
        "answers": sorted(said["responses"]),
        "body": sorted(body.get("properties", ())),
        "required": sorted(body.get("required", ())),
    }


def _schema(said: Any) -> Any:
    return next((media["schema"] for media in said.get("content", {}).values()), {})


def _resolved(document: Any, schema: Any) -> Any:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def _acts(document: Any, paths: Any) -> dict[str, Any]:
    """Of every kind of act that may be sent: its fields, each with the type that it has in JSON."""
    found: dict[str, Any] = {}
    for path, methods in paths.items():
        body = _resolved(document, _schema(methods.get("post", {}).get("requestBody", {})))
        for each in body.get("properties", {}).get("act", {}).get("anyOf", ()):
            act = _resolved(document, each)
            fields = {name: _kind(_resolved(document, said)) for name, said in act["properties"].items()}
            name = json.dumps(act["properties"]["act"].get("const") or act["properties"]["act"]["enum"])
            key = f"{path} {name} {','.join(fields)}"
            found[key] = {"fields": fields, "required": sorted(act.get("required", ()))}
    return found


def _kind(said: Any) -> Any:
    kinds = (
        said.get("type") or [_kind(each) for each in said.get("anyOf", ())] or sorted(map(str, said.get("enum", ())))
    )
    return kinds or str(said.get("const"))
