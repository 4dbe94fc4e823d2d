import CoreSecrets
import WebMessages

/// Finds credentials in a request's body, by the names of its fields.
enum BodyCredentials {
  /// The nesting limit of multipart bodies.
  private static let maximumDepth = 4

  /// Returns the name of the first field that is a credential, if any.
  ///
  /// It looks at the members of JSON, whatever the media type, at the fields of forms and their parts, and at
  /// names followed by a value in text. Pictures and similar types have no fields.
  static func firstName(
    in body: UnsafeRawBufferPointer, _ contentType: String, depth: Int = 0
  ) -> String? {
    let type = contentType.lowercased()
    if type.hasPrefix("multipart/") {
      guard depth < maximumDepth, let parts = parts(of: body, contentType) else {
        return CredentialText.firstName(in: body)
      }
      return parts.lazy.compactMap { firstName(inPart: $0, depth) }.first
    }
    if type.hasPrefix("application/x-www-form-urlencoded") { return firstName(inForm: body) }
    if type.contains("json") || JSONCredentials.mayBeJSON(body) {
      return JSONCredentials.firstName(in: body)
    }
    let isText =
      ["text/", "application/octet-stream"].contains(where: type.hasPrefix)
      || ["xml", "yaml", "toml"].contains(where: type.contains)
    return isText ? CredentialText.firstName(in: body) : nil
  }

  private static func firstName(inForm body: UnsafeRawBufferPointer) -> String? {
    for field in body.split(separator: UInt8(ascii: "&")) {
      let name = UnsafeRawBufferPointer(rebasing: field.prefix { $0 != UInt8(ascii: "=") })
      if CredentialName.isCredential(name, in: .field) { return CredentialName.unescaped(name) }
    }
    return nil
  }

  private static func firstName(inPart part: UnsafeRawBufferPointer, _ depth: Int) -> String? {
    let separator = Array("\r\n\r\n".utf8)
    guard let end = part.firstRange(of: separator) else { return nil }
    let head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
    var type: String?
    for line in head.split(whereSeparator: \.isNewline) {
      let name = line.prefix { $0 != ":" }.lowercased()
      if name == "content-disposition", let field = parameter("name", of: String(line)),
        CredentialName.isCredential(field, in: .field)
      {
        return field
      }
      if name == "content-type" { type = String(line.dropFirst(name.count + 1).trimmingSpaces) }
    }
    // A part without a type is text that the user has written.
    return type.flatMap { type in
      firstName(
        in: UnsafeRawBufferPointer(rebasing: part[end.upperBound...]), type, depth: depth + 1)
    }
  }

  /// Returns the parts of a multipart body, without their boundaries; nil for other bodies.
  static func parts(
    of body: UnsafeRawBufferPointer, _ contentType: String
  ) -> [UnsafeRawBufferPointer]? {
    guard contentType.lowercased().hasPrefix("multipart/"),
      let boundary = parameter("boundary", of: contentType)
    else { return nil }
    let mark = Array("--\(boundary)".utf8)
    var parts: [UnsafeRawBufferPointer] = []
    var rest = body[...]
    while let start = rest.firstRange(of: mark) {
      rest = rest[start.upperBound...]
      let end = rest.firstRange(of: mark)?.lowerBound ?? rest.endIndex
      parts.append(UnsafeRawBufferPointer(rebasing: rest[..<end]))
      rest = rest[end...]
    }
    return parts
  }

  private static func parameter(_ name: String, of field: String) -> String? {
    for part in field.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, pair[0].trimmingSpaces.lowercased() == name else { continue }
      let value = pair[1].trimmingSpaces
      return value.first == "\"" ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
    }
    return nil
  }
}
