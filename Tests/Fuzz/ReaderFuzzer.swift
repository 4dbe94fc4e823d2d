import CoreJSON
import FoundationEssentials

/// What `JSONDecoder` reads.
private struct Decoded: Decodable, Equatable {
  var id: String
  var price: Decimal?
  var count: Int?
  var isNew: Bool?
  var tags: [String]?
  var child: [Decoded]?
}

/// What the reader reads.
private struct Read: JSONReadable {
  let decoded: Decoded

  init(from reader: inout JSONReader) throws(DecodingError) {
    decoded = Decoded(
      id: try reader.member("id"), price: try reader.member("price"),
      count: try reader.member("count"), isNew: try reader.member("isNew"),
      tags: try reader.member("tags"),
      child: (try reader.member("child") as [Read]?)?.map(\.decoded))
  }
}

/// The input is a list of objects, which is the same to a ``CoreJSON/JSONReader`` and to `JSONDecoder`.
///
/// The reader takes only what is JSON throughout, and less deep. Among skipped members it checks no text.
/// `JSONDecoder` takes numbers with a fraction for whole ones if a `Double` does not tell, and finds a
/// number with a large exponent corrupt.
func fuzzReader(_ input: [UInt8]) {
  let ours: [Read]? = try? JSONReader.read(input)
  guard (try? JSONValue(json: input)) != nil, !hasLongNumber(input) else { return }
  let theirs = try? JSONDecoder().decode([Decoded].self, from: Data(input))
  promise(ours?.map(\.decoded) == theirs)
}

/// Whether a number may have an exponent, or more digits than a `Double` holds.
private func hasLongNumber(_ text: [UInt8]) -> Bool {
  var digits = 0
  for byte in text {
    if byte | 0x20 == UInt8(ascii: "e"), digits > 0 { return true }
    let isDigit = byte &- UInt8(ascii: "0") < 10
    digits = isDigit || byte == UInt8(ascii: ".") ? digits + 1 : 0
    if digits > 15 { return true }
  }
  return false
}
