"""What `deploy/` promises: who reaches whom, what containers may do, and what servers are told."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from stellwerk.cli import serve
from stellwerk.cli.arguments import make_parser
from tests.homes import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DEPLOY = ROOT / "deploy"
FILES = ("compose.yaml", "compose.sqlite.yaml")
NEIGHBOURS = {"stellwerk", "caddy", "postgres", "litestream/litestream"}
"""Images that may be on the networks of the servers, which trust every address that these claim."""
GIVEN = {
    "STELLWERK_HOST": "play.example.org",
    "STELLWERK_SECRET": "s" * 64,
    "DATABASE_PASSWORD": "a1b2c3",
    "LITESTREAM_BUCKET": "bucket",
    "LITESTREAM_ACCESS_KEY_ID": "id",
    "LITESTREAM_SECRET_ACCESS_KEY": "key",
}
"""What compose refuses to start without."""
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^${}]*))?\}")


def compose(name: str, **given: str) -> Any:
    """A compose file as Docker reads it with these lines in `.env`."""
    known = GIVEN | given

    def value(found: re.Match[str]) -> str:
        variable, sign, rest = found.groups()
        assert variable in known or sign != "?", f"{name} cannot do without {variable}"
        return known.get(variable) or (rest if sign == "-" else "")

    def filled(found: Any) -> Any:
        if isinstance(found, dict):
            return {key: filled(one) for key, one in found.items()}
        if isinstance(found, list):
            return [filled(one) for one in found]
        while isinstance(found, str) and VARIABLE.search(found):  # the innermost first
            found = VARIABLE.sub(value, found)
        return found

    return filled(yaml.safe_load((DEPLOY / name).read_text()))


def servers_of(project: Any) -> list[Any]:
    """The services that run `stellwerk serve`."""
    return [one for one in project["services"].values() if "serve" in one.get("command", ())]


def networks_of(service: Any) -> set[str]:
    return set(service.get("networks", ["default"]))


def ways_out_of(project: Any, service: Any) -> set[str]:
    """The networks from which a service reaches other machines."""
    described = project.get("networks", {})
    return {name for name in networks_of(service) if not (described.get(name) or {}).get("internal")}


def dockerfile() -> list[tuple[str, str]]:
    """The instructions of the last stage, the image itself."""
    joined = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ").rpartition("\nFROM ")[2]
    return re.findall(r"^([A-Z]+) +(.*)$", joined, re.MULTILINE)


@pytest.mark.parametrize("name", FILES)
def test_servers_reach_others_and_only_caddy_reaches_them(name: str) -> None:
    project = compose(name)
    services, servers = project["services"], servers_of(project)
    assert servers
    assert [key for key, one in services.items() if "ports" in one] == ["caddy"]
    for server in servers:
        assert ways_out_of(project, server)
        assert networks_of(server) & networks_of(services["caddy"])
        beside = [one for one in services.values() if networks_of(one) & networks_of(server)]
        assert {one["image"].partition(":")[0] for one in beside} <= NEIGHBOURS
    assert ways_out_of(project, services["caddy"])


def test_the_database_reaches_nobody() -> None:
    project = compose("compose.yaml")
    database = project["services"]["database"]
    assert not ways_out_of(project, database)
    assert all(networks_of(server) & networks_of(database) for server in servers_of(project))


@pytest.mark.parametrize("name", FILES)
def test_servers_may_do_nothing_but_serve(name: str) -> None:
    for server in servers_of(compose(name)):
        assert server["read_only"] is True
        assert server["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in server["security_opt"]
        assert "user" not in server
        assert not {"privileged", "cap_add", "network_mode", "healthcheck"} & set(server)


def test_the_image_is_nobody_special_and_knows_how_it_is() -> None:
    image = dict(dockerfile())
    assert image["USER"].isdigit()
    assert int(image["USER"]) > 0
    assert "/health" in image["HEALTHCHECK"]
    (program,) = json.loads(image["ENTRYPOINT"])
    folder, _, command = program.rpartition("/")
    assert command == "stellwerk"  # docs/hosting.md: `exec one stellwerk …`
    assert f" PATH={folder}:$PATH" in f" {image['ENV']}"


def test_servers_start_when_the_database_is_ready() -> None:
    project = compose("compose.yaml")
    assert "pg_isready" in str(project["services"]["database"]["healthcheck"]["test"])
    for server in servers_of(project):
        assert server["depends_on"]["database"]["condition"] == "service_healthy"


@pytest.mark.skipif(os.name == "nt", reason="containers have paths of Linux")
@pytest.mark.parametrize("name", FILES)
def test_mail_and_imprint_come_from_the_host_s_settings(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imprint = tmp_path / "imprint.txt"
    imprint.write_text("Ada, Main Street 1")
    mail = "smtp://ada:x@mail.example.org:587"
    wished = {"STELLWERK_SMTP": mail, "STELLWERK_MAIL_FROM": "ada@example.org"}
    for given, expected in (
        ({}, ("", "stellwerk@play.example.org", "")),
        (wished | {"STELLWERK_IMPRINT": str(imprint)}, (mail, "ada@example.org", "Ada, Main Street 1")),
    ):
        for server in servers_of(compose(name, **given)):
            mounted = [volume.split(":") for volume in server["volumes"]]
            places = {inside: outside for outside, inside, *_ in mounted}
            words = " ".join(server["command"]).replace("=", " ").split()
            command = [places.get(word, word) for word in words]
            arguments = make_parser(command).parse_args(command)
            monkeypatch.setenv(serve.SMTP, server["environment"][serve.SMTP])
            found = (serve.mail_server_of(arguments.smtp), arguments.mail_from, arguments.imprint)
            assert found == expected
            assert arguments.base_url == "https://play.example.org"


def test_what_hosts_are_told_to_type_names_services_that_exist() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text()
    typed = re.findall(r"^docker compose -f deploy/(\S+) .* exec (?:-T )?(\w+) (\w+)", text, re.MULTILINE)
    assert {command for _, _, command in typed} == {"stellwerk", "pg_dump"}
    assert all(service in compose(name)["services"] for name, service, _ in typed)


def test_passwords_of_hosts_are_not_committed() -> None:
    assert "/deploy/.env" in (ROOT / ".gitignore").read_text().splitlines()
