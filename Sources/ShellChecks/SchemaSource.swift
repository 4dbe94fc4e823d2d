import CoreJSON
import CoreLoop
import CoreSchemas
import CoreSystem
import Glibc
import ShellCommands
import ShellOutput
import ShellRuntime

/// Where a schema comes from: a file, or the description of an API.
@MainActor
struct SchemaSource {
  /// The largest file, in bytes.
  private nonisolated static let largest = 64 << 20

  private struct File {
    let path: String
    let pointer: String
  }

  private let file: File?
  private let schemas: (any ResponseSchemas)?

  /// - Parameter file: the path, and after `#` the place in the document; nil for the API's description.
  /// - Throws: a `usage` error if there is no such file, or its place is no JSON pointer.
  init(file: String?, in shell: Shell) throws(ShellError) {
    schemas = shell.host.schemas
    guard let file else {
      self.file = nil
      return
    }
    let mark = file.firstRange(of: "#/")?.lowerBound ?? file.endIndex
    let path = String(file[..<mark])
    guard let pointer = JSONPointer.local(String(file[mark...])) else {
      throw ShellError(.usage, "'\(file[mark...])' is not a JSON pointer")
    }
    guard access(path, R_OK) == 0 else { throw Self.unreadable(path, SystemError.reason()) }
    self.file = File(path: path, pointer: pointer)
  }

  private static nonisolated func unreadable(_ path: String, _ reason: String) -> ShellError {
    ShellError(.usage, "the schema '\(path)' cannot be used: \(reason)")
  }

  /// Whether the schema does not depend on a response.
  var isFile: Bool { file != nil }

  /// Reads the schema of a file.
  private func schema(in file: File) async throws -> LoadedSchema {
    try await offMain { [schemas] in
      do {
        let bytes = try SmallFile.read(file.path, upTo: Self.largest)
        let document = try schemas?.document(bytes) ?? JSONValue(json: bytes)
        return LoadedSchema(try JSONSchema(document, at: file.pointer))
      } catch let failure as SmallFile.Failure {
        throw Self.unreadable(file.path, failure.reason)
      } catch {
        throw Self.unreadable(file.path, "\(error)")
      }
    }
  }

  /// Returns the schema for a response, or for a record of it; nil if it is described without content.
  ///
  /// - Parameter response: the response; nil if there is none, which is an error without a file.
  /// - Throws: `ShellError`, with code `usage` if the schema cannot be used.
  func schema(
    of response: (any LastResponse)?, isRecord: Bool
  ) async throws -> LoadedSchema? {
    if let file { return try await schema(in: file) }
    guard let response else {
      throw ShellError(
        .usage, "the records are not those of a response",
        hint: "name a file with their schema: 'expect-schema FILE'")
    }
    guard let schemas else {
      throw ShellError(
        .usage, "the API of the last response has no description",
        hint: "name a file with a schema: 'expect-schema FILE'")
    }
    guard let place = try await schemas.schema(of: response, isRecord: isRecord) else { return nil }
    return try await offMain {
      do {
        return LoadedSchema(try JSONSchema(place.document, at: place.pointer))
      } catch {
        throw ShellError(
          .usage, "the schema in the description cannot be used: \(error)",
          hint: "name a file with a schema: 'expect-schema FILE'")
      }
    }
  }
}

/// A schema, to check values with off the main thread.
struct LoadedSchema: Sendable {
  private let schema: JSONSchema

  init(_ schema: JSONSchema) { self.schema = schema }

  /// A note for each part of the schema that is not checked.
  var notes: [String] { schema.notChecked.map { "note: not checked: \($0)" } }

  /// Compares a value with the schema.
  func check(_ value: JSONValue) async throws -> SchemaResult {
    try await offMain { try result(of: value) }
  }

  /// Compares records with the schema.
  ///
  /// A field of a record may be null since others have it, so null also counts as missing.
  func check(records: [[CellValue.Field]]) async throws -> [SchemaResult] {
    try await offMain {
      try records.map { fields in
        let result = try result(of: fields)
        guard !result.isValid else { return result }
        let named = Set(result.differences.map(\.path))
        var others = [
          fields.filter { $0.value != .null || !named.contains($0.name) },
          fields.filter { $0.value != .null },
        ]
        others.removeAll { $0.count == fields.count }
        var results = [result] + (try others.map { try self.result(of: $0) })
        // A list of values that are not objects has one column.
        if fields.count == 1, fields[0].name == "value" {
          results.append(try self.result(of: try JSONValue(json: fields[0].value.jsonBytes)))
        }
        return results.min { $0.count < $1.count } ?? result
      }
    }
  }

  private func result(of fields: [CellValue.Field]) throws -> SchemaResult {
    try result(of: try JSONValue(json: CellValue.record(fields).jsonBytes))
  }

  private func result(of value: JSONValue) throws(ShellError) -> SchemaResult {
    do throws(SchemaError) {
      return try schema.check(value)
    } catch {
      throw ShellError(.failed, "the check has not ended: \(error)")
    }
  }
}
