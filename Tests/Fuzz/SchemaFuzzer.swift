import CoreJSON

@testable import CoreSchemas

/// How many steps a check may take, so that an input takes milliseconds.
private let steps = 100_000

/// The input is a byte of choices, a schema, and after a zero byte a value.
func fuzzSchema(_ input: [UInt8]) {
  guard let choices = input.first else { return }
  let parts = input.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let document = try? JSONValue(json: parts[0]),
    let value = try? JSONValue(json: parts[1])
  else { return }
  let dialects = SchemaDialect.allCases
  let choice = Int(choices & 0x7F)
  // Half of the inputs leave the choice to the document.
  let dialect = choices & 0x80 == 0 ? nil : dialects[choice % dialects.count]
  let pointer = choices & 0x80 == 0 && choice % 2 == 1 ? "/properties/a" : ""
  let schema: JSONSchema
  do throws(SchemaError) {
    schema = try JSONSchema(document, at: pointer, dialect: dialect)
  } catch {
    return checkBound(error.description)
  }
  promise(schema.notChecked.count <= 51)
  for part in schema.notChecked { checkBound(part) }
  let result = check(value, with: schema)
  promise(result == check(value, with: schema))
  // A schema that is read from the same text is the same.
  let other = try? JSONSchema(
    (try? JSONValue(json: document.jsonBytes)) ?? document, at: pointer, dialect: dialect)
  promise(other.map { check(value, with: $0) == result } ?? false)
}

/// The differences with their number, or the error in one text.
private func check(_ value: JSONValue, with schema: JSONSchema) -> [String] {
  do throws(SchemaError) {
    let result = try schema.check(value, atMost: 5, steps: steps)
    promise(result.differences.count == min(result.count, 5))
    promise(result.isValid == result.differences.isEmpty)
    for difference in result.differences { checkBound(difference.description) }
    return result.differences.map { "\($0) \($0.pointer)" } + ["\(result.count)"]
  } catch {
    checkBound(error.description)
    return [error.description]
  }
}
