import Testing
import WebMessages

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
  func `an invalid price is rejected`(text: String) {
    #expect(Price(text) == nil)
  }

  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%A9", "é"), ("a+b", "a+b"), ("", ""), ("%2f%2F", "//"), ("%00", "\0"),
  ])
  func `escapes are decoded`(text: String, plain: String) {
    #expect(PercentEncoding.decodeStrictly(text[...]) == plain)
  }

  @Test(arguments: ["%", "%2", "%zz", "%FF", "%C3", "a%"])
  func `invalid escapes are rejected`(text: String) {
    #expect(PercentEncoding.decodeStrictly(text[...]) == nil)
  }

  @Test(arguments: ReviewBody.hostileComments)
  func `an encoded text is decoded to itself`(text: String) {
    let query = URLEncoding.query([(text, text)])
    let items = URLEncoding.items(of: query[...])
    #expect(
      items?.map { [Array($0.utf8), Array($1.utf8)] } == [[Array(text.utf8), Array(text.utf8)]])
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
  func `a multipart body is parsed exactly or not at all`(
    name: String, body: String, fields: [String]?
  ) {
    let read = MultipartReader(boundary: "b").fields(in: Array(body.utf8))
    let found = read?.map { "\($0.name)=\(String(decoding: $0.content, as: UTF8.self))" }
    #expect(found == fields, "\(name)")
  }

  @Test(
    arguments: [
      (#"form-data; name="a""#, "a"), ("form-data; name=a", "a"), (#"form-data;name="a""#, "a"),
      (#"form-data; name="a;b""#, "a;b"), (#"form-data; name=";""#, ";"),
      (#"form-data; name="a; filename=b""#, "a; filename=b"),
      (#"form-data; name="say \"hi\"; bye""#, #"say "hi"; bye"#),
      (#"form-data; name="back\\slash""#, #"back\slash"#), (#"form-data; name="\a""#, "a"),
      (#"form-data; x="; name=b"; name=a"#, "a"), (#"form-data; NAME="a""#, "a"),
      (#"form-data; name="""#, ""),
      (#"form-data; name="a"; filename="b;c.txt""#, nil),
      (#"form-data; filename="b\"; name=\"a"; name=c"#, nil),
      (#"form-data; name="a"; filename*=UTF-8''b"#, nil), ("form-data", nil),
    ] as [(String, String?)])
  func `a field's name may be quoted, with semicolons and escapes`(
    disposition: String, name: String?
  ) {
    let body = "--b\r\nContent-Disposition: \(disposition)\r\n\r\nx\r\n--b--"
    let fields = MultipartReader(boundary: "b").fields(in: Array(body.utf8))
    #expect(fields?.map(\.name) == name.map { [$0] } ?? [], "\(disposition)")
  }
}
