public import FoundationEssentials
import WebMessages

/// A form of texts, bytes and files, sent as `multipart/form-data` (RFC 7578).
public struct FormData: Sendable {
  private struct Part: Sendable {
    let name: String
    var fileName: String?
    var contentType: String?
    let content: Data
  }

  private var parts: [Part] = []

  /// Creates an empty form.
  public init() {}

  /// Adds a text.
  public mutating func append(_ name: String, _ text: String) {
    parts.append(Part(name: name, content: Data(text.utf8)))
  }

  /// Adds texts, each as a field of the same name.
  public mutating func append(_ name: String, _ texts: [String]) {
    for text in texts { append(name, text) }
  }

  /// Adds bytes.
  public mutating func append(_ name: String, _ data: Data) {
    parts.append(Part(name: name, contentType: "application/octet-stream", content: data))
  }

  /// Adds several pieces of bytes, each as a field of the same name.
  public mutating func append(_ name: String, _ pieces: [Data]) {
    for piece in pieces { append(name, piece) }
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - content: the file's bytes.
  ///   - fileName: the name under which the server sees the file.
  ///   - contentType: the file's media type.
  public mutating func append(
    _ name: String, file content: Data, fileName: String, contentType: String
  ) {
    parts.append(
      Part(name: name, fileName: fileName, contentType: contentType, content: content))
  }

  /// Returns the first proposed boundary that does not occur in any part.
  func boundary(proposing propose: () -> String) -> String {
    while true {
      let boundary = propose()
      let bytes = Array(boundary.utf8)
      if !parts.contains(where: { Self.contains(bytes, in: $0.content) }) { return boundary }
    }
  }

  /// Returns the form's bytes.
  ///
  /// - Throws: ``APIError`` `invalid` if a part's media type has a control character, which would
  ///   end the header field.
  func encoded(boundary: String) throws(APIError) -> Data {
    var data = Data()
    for part in parts {
      var head =
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quote(part.name))\""
      if let fileName = part.fileName { head += "; filename=\"\(Self.quote(fileName))\"" }
      if let contentType = part.contentType {
        guard HTTPHeaders.isValue(contentType) else {
          throw APIError(
            .invalid, detail: "the media type of the form's field '\(part.name)' is not valid")
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
