public import CoreJSON
import CoreLoop
import CoreSystem
import FoundationEssentials
public import ShellCommands
import ShellOutput

/// A word that sets a property of a body: `name=text`, `price:=3`, `note=@FILE` or `parts:=@FILE`.
public struct BodyWord {
  /// The forms of such words, for help and errors.
  public static let forms = "NAME=TEXT, NAME:=JSON or NAME=@FILE"

  /// The largest file, in bytes: 64 MiB.
  static let maximumFile = 64 << 20

  /// The property's name; dots separate nested properties.
  package let name: String
  /// The part after the `=`.
  package let value: GivenText
  /// Whether the value is JSON, regardless of the property's type.
  package let isJSON: Bool

  /// Parses a word; nil if it has no `=` after a name.
  package init?(_ given: GivenText) {
    let text = given.text
    // Compare bytes: a combining character after the `=` would hide it.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let start = text.utf8[..<equals]
    isJSON = start.last == UInt8(ascii: ":")
    name = String(decoding: start.dropLast(isJSON ? 1 : 0), as: UTF8.self)
    value = given[text.utf8.index(after: equals)...]
    if name.isEmpty { return nil }
  }

  /// Returns a value, or the text of the file that it names as `@FILE`; `@@` stands for `@`.
  ///
  /// - Throws: `ShellError` `failed` if the file cannot be read or is not text.
  package static func text(_ value: GivenText) async throws -> String {
    switch value.reference {
    case .text(let text): return text
    case .file(let name):
      guard let content = String(validating: try await read(name.text), as: UTF8.self) else {
        throw ShellError(.failed, "'\(name.text)' is not text in UTF-8")
      }
      return content
    }
  }

  /// Reads a file that a value names.
  ///
  /// - Throws: `ShellError` `failed` if it cannot be read.
  package static func read(_ path: String) async throws -> [UInt8] {
    let content = await offMain { Result { try SmallFile.read(path, upTo: Self.maximumFile) } }
    do {
      return try content.get()
    } catch let failure as SmallFile.Failure {
      throw ShellError(.failed, "cannot read '\(path)': \(failure.reason)")
    }
  }
}

extension BodyWord {
  /// Returns the object whose properties the values of a parameter give: `name=text`, `price:=3`, `address.city=Delft`.
  ///
  /// - Parameters:
  ///   - parameter: an argument with several values.
  ///   - invocation: the command's invocation.
  /// - Throws: `ShellError`, which points at the value.
  @MainActor
  public static func object(
    of parameter: Argument<[String]>, in invocation: Invocation
  ) async throws -> JSONObject {
    var object = JSONObject()
    var given: [[String]] = []
    let places = parameter.names.flatMap { invocation.arguments.words(of: $0) }
    let values = parameter.names.flatMap { invocation.arguments.given($0) }
    for (property, place) in zip(values, places) {
      do {
        guard let word = BodyWord(property) else {
          throw ShellError(.usage, "a property of the body is \(forms)")
        }
        let path = word.name.split(separator: ".", omittingEmptySubsequences: false)
          .map(String.init)
        guard !path.contains("") else {
          throw ShellError(.usage, "'\(word.name)' has a property without a name")
        }
        // As a whole or in parts.
        guard !given.contains(where: { $0.starts(with: path) || path.starts(with: $0) }) else {
          throw ShellError(.usage, "'\(word.name)' is given twice")
        }
        given.append(path)
        let value = try await text(word.value)
        let json = word.isJSON ? try word.json(value) : .string(value)
        object.update(path[...]) { _ in json }
      } catch var error as ShellError {
        error.word = place
        throw error
      }
    }
    return object
  }

  private func json(_ text: String) throws -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(json: text)
    } catch {
      throw ShellError(
        .usage, "'\(name)' is not valid JSON: \(error)", hint: "'\(name)=…' gives a text")
    }
  }
}

extension JSONObject {
  /// Changes the value at a path, and creates missing objects.
  package mutating func update(
    _ path: ArraySlice<String>, _ change: (JSONValue?) -> JSONValue
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = change(self[name])
      return
    }
    var inner = JSONObject()
    if case .object(let members)? = self[name] { inner = members }
    inner.update(path.dropFirst(), change)
    self[name] = .object(inner)
  }
}
