import Testing

@testable import ShopBackend

@Suite("Prices, ids and escapes")
struct TextFormTests {
  @Test(arguments: [
    ("18.5", "18.5"), ("12.50", "12.5"), ("12.00", "12"), ("0", "0"), ("0.1", "0.1"),
    ("1.0001", "1.0001"), ("0.0100", "0.01"), ("1800", "1800"), ("007", "7"),
    ("922337203685477.5807", "922337203685477.5807"),
  ])
  func `a price is the shortest decimal`(text: String, decimal: String) {
    #expect(Price(text)?.decimal == decimal)
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "-1", "+1", "1,5", "1.00001", "1e2", "1.2.3", "9223372036854776", "١",
  ])
  func `what is no price is refused`(text: String) {
    #expect(Price(text) == nil)
  }

  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%A9", "é"), ("a+b", "a+b"), ("", ""), ("%2f%2F", "//"), ("%00", "\0"),
  ])
  func `escapes are undone`(text: String, plain: String) {
    #expect(URLEncoding.decode(text[...]) == plain)
  }

  @Test(arguments: ["%", "%2", "%zz", "%FF", "%C3", "a%"])
  func `broken escapes are nothing`(text: String) {
    #expect(URLEncoding.decode(text[...]) == nil)
  }

  @Test(arguments: ReviewBody.hostileComments)
  func `what is escaped comes back`(text: String) {
    let decoded = URLEncoding.decode(URLEncoding.encode(text)[...])
    #expect(decoded.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(arguments: [
    ("closed at once", "--b--", [] as [String]?), ("no delimiter", "x", nil),
    ("not closed", "--b\r\n", nil),
    ("no empty line", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n--b--", nil),
    ("glued", "--bx\r\n\r\n\r\n--b--", nil),
    ("without headers", "--b\r\n\r\nx\r\n--b--", []),
    ("empty", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b--", ["a="]),
    ("bare", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", []),
    (
      "delimiter inside a line",
      "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx--b\r\n--b--", ["a=x--b"]
    ),
  ])
  func `a multipart body is read to the byte or not at all`(
    name: String, body: String, fields: [String]?
  ) {
    let read = MultipartReader(boundary: "b").fields(in: Array(body.utf8))
    let found = read?.map { "\($0.name)=\(String(decoding: $0.content, as: UTF8.self))" }
    #expect(found == fields, "\(name)")
  }
}
