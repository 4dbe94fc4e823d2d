import CoreJSON
import FoundationEssentials
import SeashellKit
import ShellCommands

/// The text of a parameter as it is sent, in the styles of OpenAPI (3.1.1, 4.8.12.3), which follow RFC
/// 6570.
///
/// Values are percent-encoded, but not the separators between them, so a comma in a value is not a
/// separator.
struct ParameterText {
  enum Value: Equatable {
    case one(String)
    case list([String])
    case object([Member])
  }

  struct Member: Equatable {
    let name: String
    let value: String
  }

  private let parameter: DescribedParameter
  private let value: Value

  /// `words` are one or more; members of an object as `name=value`.
  init(_ parameter: DescribedParameter, _ words: [String]) throws {
    self.parameter = parameter
    if let type = parameter.contentType {
      value = .one(try Self.content(words, as: type, parameter))
    } else if Self.isObject(parameter.schema) {
      value = .object(try words.map { try Self.member($0, of: parameter) })
    } else if parameter.schema.types.contains(.array) {
      value = .list(words)
    } else {
      value = .one(words.last ?? "")
    }
  }

  static func isObject(_ schema: DescribedSchema) -> Bool {
    schema.types.contains(.object) || schema.types.isEmpty && !schema.properties.isEmpty
  }

  var inPath: String {
    let name = encoded(parameter.name)
    return switch (parameter.style, value) {
    case (.label, .one(let text)): "." + encoded(text)
    case (.label, _): "." + joined(parameter.isExploded ? "." : ",")
    case (.matrix, .one(let text)): text.isEmpty ? ";\(name)" : ";\(name)=\(encoded(text))"
    case (.matrix, .list(let texts)) where parameter.isExploded:
      texts.map { ";\(name)=\(encoded($0))" }.joined()
    case (.matrix, .object) where parameter.isExploded: ";" + joined(";")
    case (.matrix, _): ";\(name)=" + joined(",")
    default: joined(separator)
    }
  }

  /// The parts `name=value` for a query or cookies.
  var parts: [String] {
    let name = encoded(parameter.name)
    switch value {
    case .one(let text): return ["\(name)=\(encoded(text))"]
    case .list(let texts) where parameter.isExploded:
      return texts.map { "\(name)=\(encoded($0))" }
    case .object(let members) where parameter.style == .deepObject:
      return members.map { "\(name)%5B\(encoded($0.name))%5D=\(encoded($0.value))" }
    case .object(let members) where parameter.isExploded:
      return members.map { "\(encoded($0.name))=\(encoded($0.value))" }
    default: return ["\(name)=" + joined(separator)]
    }
  }

  /// The value for a header field, which is not encoded.
  var field: String {
    switch value {
    case .one(let text): text
    case .list(let texts): texts.joined(separator: PercentEncoding.decode(separator))
    case .object(let members):
      members.map { $0.name + (parameter.isExploded ? "=" : ",") + $0.value }.joined(separator: ",")
    }
  }

  /// In paths and header fields, only OpenAPI 2 allows others than the comma.
  private var separator: String {
    switch parameter.style {
    case .spaceDelimited: "%20"
    case .pipeDelimited: "%7C"
    case .tabDelimited: "%09"
    default: ","
    }
  }

  private func joined(_ separator: String) -> String {
    switch value {
    case .one(let text): encoded(text)
    case .list(let texts): texts.map(encoded).joined(separator: separator)
    case .object(let members):
      members.map {
        encoded($0.name) + (parameter.isExploded ? "=" : separator) + encoded($0.value)
      }.joined(separator: separator)
    }
  }

  /// With `allowReserved`, reserved characters are kept unless a server could take them for the end of the
  /// value.
  private func encoded(_ text: String) -> String {
    let isFree = parameter.allowsReserved
    let kept =
      switch parameter.location {
      case .path: isFree ? PercentEncoding.segment.union("/") : PercentEncoding.query
      default: isFree ? PercentEncoding.query.union(":/?@!$'()*,;") : PercentEncoding.query
      }
    return PercentEncoding.encode(text, keeping: kept)
  }
}

extension ParameterText {
  private static func member(
    _ word: String, of parameter: DescribedParameter
  ) throws -> Member {
    guard let end = word.firstIndex(of: "="), end > word.startIndex else {
      throw ShellError(.usage, "'\(parameter.name)' takes members of an object, NAME=TEXT")
    }
    return Member(name: String(word[..<end]), value: String(word[word.index(after: end)...]))
  }

  /// JSON is checked; other text becomes a JSON string.
  private static func content(
    _ words: [String], as type: String, _ parameter: DescribedParameter
  ) throws -> String {
    let text = words.joined(separator: ",")
    guard MediaTypes.isJSON(type) else { return text }
    if (try? JSONValue(json: Data(text.utf8))) != nil { return text }
    guard parameter.schema.types.isEmpty || parameter.schema.types.contains(.string) else {
      throw ShellError(.usage, "'\(parameter.name)' takes JSON")
    }
    return JSONValue.string(text).jsonText
  }
}
