/// Reads the fields of a `multipart/form-data` body (RFC 7578).
struct MultipartReader {
  /// A part that has a name and is no file.
  struct Field: Equatable {
    var name: String
    var content: [UInt8]
  }

  private let delimiter: [UInt8]

  init(boundary: String) {
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// The body's fields, to the byte; nil where the body is not closed, or a part is malformed.
  func fields(in body: [UInt8]) -> [Field]? {
    // The first delimiter has no line before it.
    let body = Array("\r\n".utf8) + body
    var fields: [Field] = []
    guard var start = end(of: delimiter, in: body[...]) else { return nil }
    while !body[start...].starts(with: "--".utf8) {
      guard let first = end(of: Array("\r\n".utf8), in: body[start...]),
        body[start..<(first - 2)].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
        // From before the line's end: a part may have no headers at all.
        let next = end(of: delimiter, in: body[(first - 2)...]),
        let content = end(
          of: Array("\r\n\r\n".utf8), in: body[(first - 2)..<(next - delimiter.count)])
      else { return nil }
      let headers = String(decoding: body[(first - 2)..<content], as: UTF8.self)
      if let name = fieldName(in: headers) {
        fields.append(Field(name: name, content: Array(body[content..<(next - delimiter.count)])))
      }
      start = next
    }
    return fields
  }

  /// The `name` of a part's Content-Disposition; nil for a file.
  private func fieldName(in headers: String) -> String? {
    for line in headers.split(separator: "\r\n") {
      let label = line.prefix { $0 != ":" }
      guard label.lowercased() == "content-disposition" else { continue }
      var name: String?
      for parameter in line.dropFirst(label.count + 1).split(separator: ";").dropFirst() {
        let key = parameter.prefix { $0 != "=" }
        let value = parameter.dropFirst(key.count + 1)
        switch key.drop(while: { $0 == " " }).lowercased() {
        case "name": name = String(value.drop { $0 == "\"" }.prefix { $0 != "\"" })
        case "filename", "filename*": return nil
        default: continue
        }
      }
      return name
    }
    return nil
  }

  /// Where the first occurrence of a pattern ends.
  private func end(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    for index in bytes.startIndex...(bytes.endIndex - pattern.count)
    where bytes[index] == pattern[0] && bytes[index...].starts(with: pattern) {
      return index + pattern.count
    }
    return nil
  }
}
