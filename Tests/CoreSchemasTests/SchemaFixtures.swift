import CoreJSON

@testable import CoreSchemas

/// Compares a value with a schema, both JSON, and returns the differences in words.
func differences(
  _ schema: String, _ value: String, _ dialect: SchemaDialect? = nil
) throws -> [String] {
  let schema = try JSONSchema(JSONValue(json: schema), dialect: dialect)
  let result = try schema.check(JSONValue(json: value))
  return result.differences.map(\.description)
}

/// What of a schema is not checked.
func notChecked(_ schema: String) throws -> [String] {
  try JSONSchema(JSONValue(json: schema)).notChecked
}
