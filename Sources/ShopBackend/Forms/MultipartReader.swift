/// Reads the fields of a `multipart/form-data` body (RFC 2046, section 5.1; RFC 7578).
struct MultipartReader {
  struct Field: Equatable {
    var name: String
    var content: [UInt8]
  }

  private static let lineBreak = Array("\r\n".utf8)

  private let delimiter: [UInt8]

  init(boundary: String) {
    delimiter = Self.lineBreak + Array("--\(boundary)".utf8)
  }

  /// Returns the fields of a body; nil if the body is not closed, or a part is malformed.
  func fields(in body: [UInt8]) -> [Field]? {
    // The first delimiter has no line break before it.
    let body = Self.lineBreak + body
    var fields: [Field] = []
    guard var start = end(of: delimiter, in: body[...]) else { return nil }
    while !body[start...].starts(with: "--".utf8) {
      guard let first = end(of: Self.lineBreak, in: body[start...]),
        body[start..<(first - 2)].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
        // From the line break, since a part may have no headers at all.
        let next = end(of: delimiter, in: body[(first - 2)...]),
        let content = end(
          of: Self.lineBreak + Self.lineBreak, in: body[(first - 2)..<(next - delimiter.count)])
      else { return nil }
      let headers = String(decoding: body[(first - 2)..<content], as: UTF8.self)
      if let name = fieldName(in: headers) {
        fields.append(Field(name: name, content: Array(body[content..<(next - delimiter.count)])))
      }
      start = next
    }
    return fields
  }

  /// Returns the `name` of a part's Content-Disposition; nil for a file.
  private func fieldName(in headers: String) -> String? {
    for line in headers.split(separator: "\r\n") {
      let label = line.prefix { $0 != ":" }
      guard label.lowercased() == "content-disposition" else { continue }
      // The value looks like a media type: a word, then parameters that may be quoted.
      let parameters = MediaType(line.dropFirst(label.count + 1)).parameters
      guard !parameters.contains(where: { $0.name == "filename" || $0.name == "filename*" }) else {
        return nil
      }
      return parameters.first { $0.name == "name" }?.value
    }
    return nil
  }

  private func end(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    for index in bytes.startIndex...(bytes.endIndex - pattern.count)
    where bytes[index] == pattern[0] && bytes[index...].starts(with: pattern) {
      return index + pattern.count
    }
    return nil
  }
}
