import CoreJSON
import FoundationEssentials
import WebMessages

/// A form of texts, bytes and files, sent as `multipart/form-data` (RFC 7578).
///
/// ```swift
/// let form: FormData = [
///   "title": "A mug", "tags": ["blue", "large"],
///   "photo": FormDataPart(photo, fileName: "mug.gif", contentType: "image/gif"),
/// ]
/// ```
public struct FormData: Sendable, ExpressibleByDictionaryLiteral {
  private(set) var fields: [(name: String, part: FormDataPart)] = []

  /// Creates an empty form.
  public init() {}

  /// Creates a form from names and values; nil adds nothing.
  public init(dictionaryLiteral elements: (String, (any FormDataValue)?)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Creates a form from a dictionary, sorted by name; nil adds nothing.
  public init(_ values: [String: (any FormDataValue)?]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value) }
  }

  /// Adds a value; others with the same name stay.
  ///
  /// Each element of an array becomes a field of its own. nil adds nothing.
  public mutating func append(_ name: String, _ value: (any FormDataValue)?) {
    for part in value?.formParts ?? [] { fields.append((name, part)) }
  }

  var values: JSONValue {
    JSONValue(
      fields.map { name, part in
        if part.fileName == nil, part.contentType == nil,
          let text = String(validating: part.content, as: UTF8.self)
        {
          return (name, .string(text))
        }
        var file: JSONObject = ["size": .integer(part.content.count)]
        if let fileName = part.fileName { file["file_name"] = .string(fileName) }
        return (name, .object(file))
      })
  }

  func boundary(proposing propose: () -> String) -> String {
    while true {
      let boundary = propose()
      let bytes = Array(boundary.utf8)
      if !fields.contains(where: { Self.contains(bytes, in: $0.part.content) }) { return boundary }
    }
  }

  /// Throws `invalid` if a part's media type has a control character, which would end the header
  /// field.
  func encoded(boundary: String) throws(APIError) -> Data {
    var data = Data()
    for (name, part) in fields {
      var head =
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quote(name))\""
      if let fileName = part.fileName { head += "; filename=\"\(Self.quote(fileName))\"" }
      if let contentType = part.contentType {
        guard HTTPHeaders.isValue(contentType) else {
          throw APIError(
            .invalid, detail: "the media type of the form's field '\(name)' is not valid")
        }
        head += "\r\nContent-Type: \(contentType)"
      }
      data.append(contentsOf: (head + "\r\n\r\n").utf8)
      data.append(part.content)
      data.append(contentsOf: "\r\n".utf8)
    }
    data.append(contentsOf: "--\(boundary)--\r\n".utf8)
    return data
  }

  /// Escapes a name as browsers do (WHATWG HTML, "multipart/form-data encoding algorithm").
  private static func quote(_ name: String) -> String {
    var quoted = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  private static func contains(_ needle: [UInt8], in data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while rest.count >= needle.count, let start = rest.firstIndex(of: needle[0]) {
        rest = rest[start...]
        if rest.starts(with: needle) { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }
}

extension JSONValue {
  /// Creates an object from a form's fields; values with the same name become an array.
  init(_ fields: [(name: String, value: JSONValue)]) {
    var members = JSONObject()
    for (name, value) in fields {
      switch members[name] {
      case nil: members[name] = value
      case .array(let values): members[name] = .array(values + [value])
      case let first?: members[name] = .array([first, value])
      }
    }
    self = .object(members)
  }
}
