import FoundationEssentials
import Glibc
import SeashellKit
import WebMessages

/// Removes credentials from the API's responses before a module gets them.
enum CredentialFilter {
  /// The header fields that a module gets.
  private static let safeNames = [
    "Accept-Patch", "Allow", "Content-Disposition", "Content-Language", "Content-Type",
    "Deprecation",
    "ETag", "Event-Id", "Last-Modified", "Link", "Location", "RateLimit", "RateLimit-Policy",
    "Retry-After", "Sunset", "X-Total-Count",
  ]

  /// The replacement of a credential in a text.
  private static let gap = Data("…".utf8)

  /// Returns a response's header fields without credentials.
  ///
  /// - Parameter credentials: the credentials that were sent, which the response may repeat.
  static func headers(_ headers: HTTPHeaders, without credentials: [String]) -> HTTPHeaders {
    var safe = HTTPHeaders()
    for name in safeNames {
      for value in headers.values(of: name) {
        let isAddress = name == "Link" || name == "Location"
        let value = without(
          credentials, in: Data((isAddress ? TraceText.withoutSecrets(value) : value).utf8))
        safe.add(name, String(decoding: value, as: UTF8.self))
      }
    }
    return safe
  }

  /// Returns a response's body without credentials.
  ///
  /// In JSON, the value of a field such as `access_token` becomes null. The credentials that were sent
  /// become `…` in a body of any kind.
  ///
  /// - Returns: nil if the body is not JSON and mentions a token, so that no part of it is safe.
  static func body(_ body: Data, without credentials: [String]) -> Data? {
    var filter = JSONTokenFilter()
    let filtered = body.withUnsafeBytes { filter.filtered($0) }.map { Data($0) } ?? body
    if !isJSON(body),
      ["access_token", "refresh_token", "id_token"].contains(where: { name in
        firstRange(of: Data(name.utf8), in: filtered) != nil
      })
    {
      return nil
    }
    return without(credentials, in: filtered)
  }

  private static func isJSON(_ body: Data) -> Bool {
    let first = body.first { !($0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D) }
    return first.map { "{[\"".utf8.contains($0) } ?? true
  }

  /// Replaces each credential, as it is or as JSON or a URL would escape it.
  private static func without(_ credentials: [String], in text: Data) -> Data {
    var text = text
    for credential in credentials {
      let forms: Set = [
        credential, credential.replacing("/", with: "\\/"),
        PercentEncoding.encode(credential, keeping: PercentEncoding.query),
      ]
      for form in forms {
        let form = Data(form.utf8)
        while let range = firstRange(of: form, in: text) { text.replaceSubrange(range, with: gap) }
      }
    }
    return text
  }

  /// Finds a text that is not empty.
  private static func firstRange(of part: Data, in text: Data) -> Range<Int>? {
    let found = text.withUnsafeBytes { text in
      part.withUnsafeBytes { part in offset(of: part, in: text) }
    }
    guard let found else { return nil }
    let start = text.startIndex + found
    return start..<start + part.count
  }

  private static func offset(
    of part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer
  ) -> Int? {
    guard let start = text.baseAddress, let wanted = part.baseAddress else { return nil }
    var offset = 0
    while offset + part.count <= text.count {
      let count = text.count - part.count + 1 - offset
      guard let found = memchr(start + offset, Int32(part[0]), count) else { return nil }
      offset = UnsafeRawPointer(found) - start
      if memcmp(found, wanted, part.count) == 0 { return offset }
      offset += 1
    }
    return nil
  }
}

/// Finds the fields of JSON whose values are credentials, without building the value.
struct JSONTokenFilter {
  /// Names of fields that contain credentials, in lower case and without `_` and `-`.
  private static let names: Set<String> = [
    "token", "accesstoken", "refreshtoken", "idtoken", "authtoken", "bearertoken", "sessiontoken",
    "jwt", "password", "secret", "clientsecret", "apikey",
  ]

  private static let longestName = 32
  private static let quote = UInt8(ascii: "\"")

  private var output: [UInt8] = []
  /// The end of what the output contains.
  private var copied = 0

  /// Returns the text with null for the value of each such field; nil if it has none.
  mutating func filtered(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var index = 0
    while index < text.count {
      guard text[index] == Self.quote else {
        index += 1
        continue
      }
      let end = Self.endOfString(text, from: index)
      let colon = Self.skippingSpace(text, from: end)
      guard colon < text.count, text[colon] == UInt8(ascii: ":"),
        Self.isSecret(text[index..<end])
      else {
        index = end
        continue
      }
      let value = Self.skippingSpace(text, from: colon + 1)
      index = Self.endOfValue(text, from: value)
      output += text[copied..<value]
      output += Array("null".utf8)
      copied = index
    }
    guard copied > 0 else { return nil }
    output += text[copied...]
    return output
  }

  /// - Parameter name: with its quotes, if it is complete.
  private static func isSecret(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard name.count <= longestName else { return false }
    let text = (try? JSONReader.value(of: Array(name)))?.textValue ?? ""
    return names.contains(text.lowercased().filter { $0 != "_" && $0 != "-" })
  }

  private static func skippingSpace(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[index]) { index += 1 }
    return index
  }

  /// Returns the index after a string's closing quote.
  private static func endOfString(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != quote {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.count)
  }

  private static func endOfValue(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    var depth = 0
    while index < text.count {
      switch text[index] {
      case quote:
        index = endOfString(text, from: index)
        if depth == 0 { return index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The bracket belongs to the object that contains the value.
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return index
  }
}
