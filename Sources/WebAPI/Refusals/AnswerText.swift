import FoundationEssentials
import Glibc

/// Decodes the text of an answer.
enum AnswerText {
  /// Returns a body as text; nil if it is not text.
  ///
  /// The charset is that of a byte order mark, or of the zero bytes of UTF-16 (RFC 4627, section 3); else UTF-8, if it
  /// is valid, and else that of the media type, or Windows-1252.
  ///
  /// - Parameter type: the value of `Content-Type`.
  static func decoded(_ body: Data, _ type: String?) -> String? {
    let start = Array(body.prefix(3))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return decoded(body.dropFirst(3), type) }
    if start.starts(with: [0xFE, 0xFF]) || start.count > 1 && start[0] == 0 && start[1] != 0 {
      return converted(body, from: "UTF-16BE")
    }
    if start.starts(with: [0xFF, 0xFE]) || start.count > 1 && start[1] == 0 && start[0] != 0 {
      return converted(body, from: "UTF-16LE")
    }
    if body.contains(0) { return nil }
    // ISO-2022-JP and its kin consist of ASCII and escapes.
    if let text = String(validating: body, as: UTF8.self), !text.utf8.contains(0x1B) {
      return text
    }
    let charset = type.flatMap(charset) ?? "windows-1252"
    return converted(body, from: charset) ?? String(decoding: body, as: UTF8.self)
  }

  private static func charset(of type: String) -> String? {
    let lower = type.lowercased()
    guard let start = lower.firstRange(of: "charset=")?.upperBound else { return nil }
    let name = lower[start...].prefix { !";, ".contains($0) }.filter { $0 != "\"" && $0 != "'" }
    return name.isEmpty || name == "utf-8" || name == "utf8" ? nil : name
  }

  /// nil if the system does not know the charset, or the body is not in it.
  private static func converted(_ body: Data, from charset: String) -> String? {
    let converter = iconv_open("UTF-8", charset)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = body.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 4)
    var (left, room) = (input.count, output.count)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &left, &to, &room)
      }
    }
    // A body that was cut may end within a character.
    guard result >= 0 || left < 4 else { return nil }
    let bytes = output.prefix(output.count - room).map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }
}
