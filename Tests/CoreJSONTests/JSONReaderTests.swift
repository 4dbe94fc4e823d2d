import FoundationEssentials
import Testing

@testable import CoreJSON

@Suite struct JSONReaderTests {
  @Test(arguments: [
    #"{"id":"a","price":1.50,"count":2}"#, #"{"count":2,"price":1.50,"id":"a"}"#,
    #"{"x":{"id":[{}]},"id":"a","y":null,"price":15e-1,"z":[1,"]"],"count":2.0,"w":"}"}"#,
    #" { "id" : "a" , "note" : null , "price" : 1.5 , "count" : 2 } "#,
    #"{"id":"a","id":"b","price":1.5,"price":[],"count":2,"count":3}"#,
    #"{"price":1.5,"id":"a","price":2,"count":2,"id":5}"#,
    #"{"\u0069d":"a","pr\u0069ce":1.5,"count":2}"#,
  ])
  func `Members are read in any order, and unknown members are skipped`(text: String) throws {
    #expect(try read(text) == Item(id: "a", price: 1.5, count: 2))
  }

  @Test(arguments: [
    (#"{"id":"a\n\u00e9\ud83d\ude00","price":1,"count":0,"note":"b"}"#, "b"),
    (#"{"note":"b","id":"a\né😀","price":1,"count":0}"#, "b"),
    (#"{"id":"a\né😀","price":1,"count":0,"note":null}"#, nil),
    (#"{"id":"a\né😀","price":1,"count":0}"#, nil),
  ])
  func `An optional member may be null or missing`(text: String, note: String?) throws {
    #expect(try read(text) == Item(id: "a\né😀", price: 1, count: 0, note: note))
  }

  @Test func `Values contain lists, objects and others of their kind`() throws {
    let text = #"""
      {"child":{"count":1,"price":2,"tags":["x"],"id":"c","y":1},"tags":["a","b"],"id":"p",
      "at":"1970-01-01T00:00:10.5Z","isNew":true,"weight":-2.5e1,"price":0,"any":{"k":[1]},"count":3}
      """#
    let item: Item = try read(text)
    #expect(item.tags == ["a", "b"] && item.isNew == true && item.weight == -25)
    #expect(item.at == Date(timeIntervalSince1970: 10.5) && item.any == ["k": [1]])
    #expect(item.child?.first == Item(id: "c", price: 2, count: 1, tags: ["x"]))
  }

  @Test(arguments: [
    "0", "-0", "12", "12.50", "-0.001", "1e3", "1.5E-3", "123456789012345678",
    "12345678901234567890.123456789", "99999999999999999999999999999999999999",
    "123456789012345678901234567890123456789.5", "1e127", "1e-128",
  ])
  func `A decimal has every digit that Decimal can hold`(text: String) throws {
    #expect(try read(text) == Decimal(string: text))
  }

  @Test(arguments: [
    (#"{"price":1,"count":0}"#, "keyNotFound id"),
    (#"{"id":null,"price":1,"count":0}"#, "valueNotFound id"),
    (#"{"price":1,"count":[],"id":"a"}"#, "typeMismatch count"),
    (#"{"id":"a","price":1e400,"count":0}"#, "dataCorrupted price"),
    (#"{"id":"a","price":1,"count":0.5}"#, "dataCorrupted count"),
    (#"{"id":"a","price":1,"count":9223372036854775808}"#, "dataCorrupted count"),
    (#"{"id":"a","price":1,"count":0,"tags":["b",{}]}"#, "typeMismatch tags.1"),
    (#"{"tags":["b",null],"id":"a","price":1,"count":0}"#, "valueNotFound tags.1"),
    (#"{"id":"a","price":1,"count":0,"child":{"id":5}}"#, "typeMismatch child.id"),
    (#"{"id":"a","price":1,"count":0,"at":"soon"}"#, "typeMismatch at"),
    (#"{"id":"a","price":1,"count":0,"weight":1e400}"#, "dataCorrupted weight"),
    ("[]", "typeMismatch "), (#"{"id":"a","price":1,"count":0}x"#, "dataCorrupted "),
    (#"{"id":"a","price":1,"count":0,}"#, "dataCorrupted "), ("", "dataCorrupted "),
  ])
  func `A decoding error has its path`(text: String, error: String) {
    let thrown = #expect(throws: DecodingError.self) { try read(text) as Item }
    #expect(thrown.map(describe) == error)
  }

  @Test func `Names are spelled as the service spells them`() throws {
    let item: Spelled = try JSONReader.read(
      Array(#"{"other":1,"imageURL":"u","currency_code":"EUR","id":"a"}"#.utf8),
      spelling: { $0 == "imageURL" ? "image_url" : $0 })
    #expect(item.values == ["a", "EUR", "u"])
  }

  @Test func `A JSONDecoder also reads such a type, inside other types`() throws {
    struct Page: Decodable { let items: [Item] }
    let good = #"{"items":[{"id":"a","price":1.50,"count":2}]}"#
    let page = try JSONDecoder().decode(Page.self, from: Data(good.utf8))
    #expect(page.items == [Item(id: "a", price: 1.5, count: 2)])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Page.self, from: Data(#"{"items":[{"id":"a","price":[]}]}"#.utf8))
    }
    #expect(error.map(describe) == "typeMismatch items.0.price")
  }

  @Test func `A type may read itself as another value, or read nothing`() throws {
    struct Wrapped: JSONReadable {
      let number: Int
      init(from reader: inout JSONReader) throws(DecodingError) { number = try reader.value() }
    }
    struct Ignored: JSONReadable {
      init(from reader: inout JSONReader) throws(DecodingError) {}
    }
    #expect(try (read("[1, 2]") as [Wrapped]).map(\.number) == [1, 2])
    #expect(try (read(#"[ {"a":[1]}, "b" ]"#) as [Ignored]).count == 2)
  }

  @Test func `A skipped member is found inside and outside of other objects`() throws {
    let text = #"{"count":1,"a":0,"child":{"b":0,"count":2,"price":3,"id":"c"},"price":4,"id":"p"}"#
    let item: Item = try read(text)
    #expect(item == Item(id: "p", price: 4, count: 1, child: [Item(id: "c", price: 3, count: 2)]))
  }

  private func describe(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
    return switch error {
    case .keyNotFound(let key, let context): "keyNotFound \(place(context.codingPath + [key]))"
    case .valueNotFound(_, let context): "valueNotFound \(place(context.codingPath))"
    case .typeMismatch(_, let context): "typeMismatch \(place(context.codingPath))"
    case .dataCorrupted(let context): "dataCorrupted \(place(context.codingPath))"
    @unknown default: "unknown"
    }
  }

  private func read<Value: JSONReadable>(_ text: String) throws(DecodingError) -> Value {
    try JSONReader.read(text.utf8)
  }
}

private struct Spelled: JSONReadable {
  let values: [String]

  init(from reader: inout JSONReader) throws(DecodingError) {
    values = [
      try reader.member("id"), try reader.member("currency_code"), try reader.member("image_url"),
    ]
  }
}

/// A type with members of every kind.
private struct Item: JSONReadable, Equatable {
  var id: String
  var price: Decimal
  var count: Int
  var note: String?
  var tags: [String]?
  var isNew: Bool?
  var weight: Double?
  var at: Date?
  var any: JSONValue?
  /// At most one element; an array, since a struct cannot contain itself.
  var child: [Item]?
}

extension Item {
  init(from reader: inout JSONReader) throws(DecodingError) {
    id = try reader.member("id")
    price = try reader.member("price")
    count = try reader.member("count")
    note = try reader.member("note")
    tags = try reader.member("tags")
    isNew = try reader.member("isNew")
    weight = try reader.member("weight")
    at = try reader.member("at")
    any = try reader.member("any")
    let child: Item? = try reader.member("child")
    self.child = child.map { [$0] }
  }
}
