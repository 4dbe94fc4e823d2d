import CoreJSON
import FoundationEssentials
import Glibc
import Testing

/// Compares the reader with Foundation's decoder on generated documents, both valid ones and ones with values
/// of a wrong type.
///
/// `JSON_DOCUMENTS=1000000` sets their number.
@Suite struct JSONReaderAgreementTests {
  private static let count = getenv("JSON_DOCUMENTS").flatMap { Int(String(cString: $0)) } ?? 20_000

  @Test func `The reader and JSONDecoder both read the same value, or both fail`() {
    var documents = DocumentGenerator(seed: 27)
    let decoder = JSONDecoder()
    var values = 0
    for number in 0..<Self.count {
      let text = documents.list()
      let theirs = try? decoder.decode([Decoded].self, from: Data(text))
      let ours: [Read]? = try? JSONReader.read(text)
      if let ours { values += ours.count }
      if ours?.map(\.decoded) != theirs {
        Issue.record("document \(number) differs: \(String(decoding: text, as: UTF8.self))")
        return
      }
    }
    #expect(values > Self.count / 2)
  }
}

private struct Decoded: Decodable, Equatable {
  var id: String
  var price: Decimal?
  var count: Int?
  var ratio: Double?
  var isNew: Bool?
  var tags: [String]?
  var child: [Decoded]?
}

private struct Read: JSONReadable {
  let decoded: Decoded

  init(from reader: inout JSONReader) throws(DecodingError) {
    decoded = Decoded(
      id: try reader.member("id"), price: try reader.member("price"),
      count: try reader.member("count"), ratio: try reader.member("ratio"),
      isNew: try reader.member("isNew"), tags: try reader.member("tags"),
      child: (try reader.member("child") as [Read]?)?.map(\.decoded))
  }
}

/// Writes lists of objects with the types' members and others, in any order, some of them repeated, missing,
/// escaped or of another type.
private struct DocumentGenerator {
  private var state: UInt64
  private var text: [UInt8] = []

  init(seed: UInt64) { state = seed }

  mutating func list() -> [UInt8] {
    text = []
    list(depth: 0)
    return text
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  private mutating func random(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }

  private mutating func put(_ piece: String) {
    text += piece.utf8
    if random(8) == 0 { text += [" ", "\n", "\t\r "][random(3)].utf8 }
  }

  private mutating func list(depth: Int) {
    put("[")
    for index in 0..<random(3) {
      if index > 0 { put(",") }
      object(depth: depth)
    }
    put("]")
  }

  private mutating func object(depth: Int) {
    var names = ["id", "price", "count", "ratio", "isNew", "tags", "child"]
    if random(2) == 0 {
      for _ in 0..<4 { names.swapAt(random(names.count), random(names.count)) }
    }
    for _ in 0..<random(3) {
      names.insert(["x", "idx", "i", "", "né", "id", "price"][random(7)], at: random(names.count))
    }
    if random(4) == 0 { names.removeAll { $0 != "id" && random(2) == 0 } }
    put("{")
    for (index, name) in names.enumerated() {
      if index > 0 { put(",") }
      put(random(16) == 0 && name == "id" ? #""\u0069d""# : "\"\(name)\"")
      put(":")
      value(of: random(150) == 0 ? "x" : name, depth: depth + 1)
    }
    put("}")
  }

  private mutating func value(of name: String, depth: Int) {
    if name != "id", random(10) == 0 { return put("null") }
    switch name {
    case "id": string()
    case "price": number(fraction: random(24), exponent: true)
    case "count": number(fraction: 0, exponent: false)
    case "ratio": number(fraction: random(8), exponent: false)
    // JSONDecoder reads a fraction with more digits than a Double has as a whole number.
    case "half": put("0.5")
    case "isNew": put(random(2) == 0 ? "true" : "false")
    case "tags":
      put("[")
      for index in 0..<random(3) {
        if index > 0 { put(",") }
        string()
      }
      put("]")
    case "child" where depth < 4: list(depth: depth)
    case "child": put("[]")
    default:
      if depth < 4 {
        value(of: ["id", "half", "tags", "child"][random(4)], depth: depth + 1)
      } else {
        put("[{}]")
      }
    }
  }

  private mutating func number(fraction: Int, exponent: Bool) {
    var number = random(2) == 0 ? "-" : ""
    number += "\(random(random(2) == 0 ? 100 : .max))"
    if fraction > 0 { number += "." + (0..<fraction).map { _ in "\(random(10))" }.joined() }
    if exponent, random(8) == 0 { number += ["e", "E", "e-", "e+"][random(4)] + "\(random(30))" }
    put(number)
  }

  private mutating func string() {
    let pieces = [
      "a", "mug", "é", "猫", "😀", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u00e9"#, #"\ud83d\ude00"#, " ",
      "}",
      "]", ",", ":",
    ]
    put("\"" + (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined() + "\"")
  }
}
