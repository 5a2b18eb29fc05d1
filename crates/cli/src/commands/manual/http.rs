//! The reference of the HTTP API as Markdown, from its OpenAPI document.

use anyhow::{Context, Result};
use serde_json::{Map, Value};

const HEAD: &str = "\
# HTTP API

`hexwright serve` answers these requests, and `hexwright arena serve --web-port` those below `/arena`. The running server has the same
description as an OpenAPI document at `/openapi.json`.

This page is generated: `hexwright manual http > docs/reference/http.md`. A test compares it with the program.

A long analysis is a job. `POST` the question to `/api/jobs/…`; the answer, with status 202, names the job in `job`. Watch
`/api/jobs/{id}/events`, or ask `/api/jobs/{id}` until the state is `done`. `DELETE /api/jobs/{id}` cancels it.

```text
curl -d '{\"game\": {\"size\": [5, 5], \"moves\": [\"a1\"]}}' -H 'content-type: application/json' http://127.0.0.1:7878/api/jobs/solve
```
";

/// Answers that every request may get. They stand in one table, not in each section.
const EVERYWHERE: [(&str, &str); 4] = [
    ("403", "the request comes from a page of another site, or is for another host"),
    ("408", "the body did not arrive in time"),
    ("413", "the body is too long"),
    ("429", "too many requests from this page or address, or in total"),
];

/// One section for each operation, then one for each schema.
pub(super) fn markdown(description: &Value) -> Result<String> {
    let mut page = String::from(HEAD);
    if let Some(about) = description["info"]["description"].as_str() {
        page += &format!("\n{}\n", flowed(about));
    }
    page += "\n## Errors\n\nAn error is a [Problem](#problem). Beside the answers listed below, every request may get one of these:\n\n";
    page += "| status | meaning |\n| --- | --- |\n";
    EVERYWHERE.iter().for_each(|(status, meaning)| page += &format!("| {status} | {meaning} |\n"));
    page += "\n## Requests\n";
    for (path, operations) in object(&description["paths"])? {
        for (method, operation) in object(operations)? {
            page += &request(path, &method.to_uppercase(), operation)?;
        }
    }
    page += "\n## Types\n";
    for (name, schema) in object(&description["components"]["schemas"])? {
        page += &format!("\n### {name}\n");
        let about = about(schema);
        if !about.is_empty() {
            page += &format!("\n{about}\n");
        }
        page += &fields(schema);
    }
    Ok(page)
}

fn object(value: &Value) -> Result<&Map<String, Value>> {
    value.as_object().context("found another document: expected an OpenAPI description")
}

fn request(path: &str, method: &str, operation: &Value) -> Result<String> {
    let mut text =
        format!("\n### {method} {path}\n\n{}\n", flowed(operation["summary"].as_str().unwrap_or_default()));
    if let Some(more) = operation["description"].as_str() {
        text += &format!("\n{}\n", flowed(more));
    }
    let mut rows = String::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let place = parameter["in"].as_str().unwrap_or_default();
        let name = parameter["name"].as_str().unwrap_or_default();
        rows += &format!("| {place} `{name}` | {} | {} |\n", kind(&parameter["schema"]), about(parameter));
    }
    if let Some(body) = content(&operation["requestBody"]) {
        rows += &format!("| body | {body} | |\n");
    }
    for (status, response) in object(&operation["responses"])? {
        if !EVERYWHERE.iter().any(|(known, _)| known == status) {
            let body = content(response).unwrap_or_default();
            rows += &format!("| {status} | {body} | {} |\n", about(response));
        }
    }
    text += "\n| part | type | meaning |\n| --- | --- | --- |\n";
    Ok(text + &rows)
}

/// The types of a body, one for each media type.
fn content(body: &Value) -> Option<String> {
    let types = body["content"].as_object()?.iter().map(|(media, content)| match media.as_str() {
        "application/json" => kind(&content["schema"]),
        other => format!("`{other}`"),
    });
    Some(types.collect::<Vec<_>>().join(" or "))
}

/// The fields of an object, or the values of an enumeration.
fn fields(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| format!("`{}`", plain(value))).collect();
        return format!("\nValues: {}.\n", values.join(", "));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let described = parts.iter().map(|part| match part["$ref"].as_str() {
            Some(_) => format!("\nAll fields of {}.\n", kind(part)),
            None => fields(part),
        });
        return described.collect();
    }
    let Some(properties) = schema["properties"].as_object() else {
        return format!("\nType: {}.\n", kind(schema));
    };
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let mut text = String::from("\n| field | type | meaning |\n| --- | --- | --- |\n");
    for (name, property) in properties {
        let optional = if required(name) { "" } else { " (optional)" };
        text += &format!("| `{name}`{optional} | {} | {} |\n", kind(property), about(property));
    }
    text
}

/// The name of a type, linked where it has a section.
fn kind(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        let name = path.rsplit('/').next().unwrap_or(path);
        return format!("[{name}](#{})", name.to_lowercase());
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema[choice].as_array() {
            return parts.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(value) =
        schema.get("const").or_else(|| schema["enum"].as_array().filter(|all| all.len() == 1)?.first())
    {
        return format!("`{}`", plain(value));
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|value| format!("`{}`", plain(value))).collect::<Vec<_>>().join(", ");
    }
    match &schema["type"] {
        Value::Array(kinds) => kinds
            .iter()
            .map(|kind| named(kind.as_str().unwrap_or_default(), schema))
            .collect::<Vec<_>>()
            .join(" or "),
        kind => named(kind.as_str().unwrap_or("any value"), schema),
    }
}

/// A simple type with what its schema adds.
fn named(name: &str, schema: &Value) -> String {
    match name {
        "array" => match schema.get("items") {
            Some(items) => format!("array of {}", kind(items)),
            None => name.to_string(),
        },
        "object" if schema["additionalProperties"].is_object() => {
            format!("object of {}", kind(&schema["additionalProperties"]))
        }
        "integer" | "number" => match (schema.get("minimum"), schema.get("maximum")) {
            (Some(least), Some(most)) => format!("{name}, {least} to {most}"),
            _ => name.to_string(),
        },
        _ => name.to_string(),
    }
}

/// The description of a schema or of one of its parts.
fn about(schema: &Value) -> String {
    let own = schema["description"].as_str();
    let part = || schema["oneOf"].as_array()?.iter().find_map(|part| part["description"].as_str());
    flowed(own.or_else(part).unwrap_or_default())
}

/// Text in one line.
fn flowed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|").replace('<', "\\<")
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}
