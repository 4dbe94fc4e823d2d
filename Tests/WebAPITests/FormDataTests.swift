import FoundationEssentials
import Testing
import WebMessages

@testable import WebAPI

@Suite struct FormDataTests {
  @Test func `a form is written byte for byte as RFC 7578 says`() throws {
    var form = FormData()
    form.append("rating", "4")
    form.append("comment", "It's fine\n☕️")
    form.append("tag", ["a", "b"])
    form.append("blob", Data([0, 255, 13, 10]))
    form.append("more", [Data("x".utf8), Data()])
    form.append(
      "photo",
      FormDataPart(
        Data("GIF".utf8), fileName: "mug \"best\".gif", contentType: "image/gif"))
    let expected =
      Data(
        """
        --B\r
        Content-Disposition: form-data; name="rating"\r
        \r
        4\r
        --B\r
        Content-Disposition: form-data; name="comment"\r
        \r
        It's fine\n☕️\r
        --B\r
        Content-Disposition: form-data; name="tag"\r
        \r
        a\r
        --B\r
        Content-Disposition: form-data; name="tag"\r
        \r
        b\r
        --B\r
        Content-Disposition: form-data; name="blob"\r
        Content-Type: application/octet-stream\r
        \r

        """.utf8) + Data([0, 255, 13, 10])
      + Data(
        """
        \r
        --B\r
        Content-Disposition: form-data; name="more"\r
        Content-Type: application/octet-stream\r
        \r
        x\r
        --B\r
        Content-Disposition: form-data; name="more"\r
        Content-Type: application/octet-stream\r
        \r
        \r
        --B\r
        Content-Disposition: form-data; name="photo"; filename="mug %22best%22.gif"\r
        Content-Type: image/gif\r
        \r
        GIF\r
        --B--\r

        """.utf8)
    #expect(try form.encoded(boundary: "B") == expected)
  }

  @Test func `an empty form is its closing line`() throws {
    #expect(try FormData().encoded(boundary: "B") == Data("--B--\r\n".utf8))
  }

  @Test(arguments: [
    ("a\"b", "a%22b"), ("a\r\nX: y", "a%0D%0AX: y"), ("a\nb", "a%0Ab"), ("ü", "ü"),
    ("100%", "100%"),
  ])
  func `names and file names cannot leave their quotes`(name: String, escaped: String) throws {
    var form = FormData()
    form.append(name, FormDataPart(Data(), fileName: name, contentType: "a/b"))
    #expect(
      try form.encoded(boundary: "B")
        == Data(
          ("--B\r\nContent-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"\r\n"
            + "Content-Type: a/b\r\n\r\n\r\n--B--\r\n").utf8))
  }

  @Test func `a part's media type with a line break is refused`() {
    var form = FormData()
    form.append("f", FormDataPart(Data(), fileName: "f", contentType: "a/b\r\nX: y"))
    #expect(throws: APIError.self) { try form.encoded(boundary: "B") }
    #expect(throws: APIError.self) { try APIBody.formData(form).message() }
  }

  @Test func `a boundary that occurs in a form's content is not used`() {
    var form = FormData()
    form.append("a", "say one, two")
    form.append("b", Data("x-three".utf8))
    var proposals = ["one", "two", "three", "four"].makeIterator()
    #expect(form.boundary { proposals.next() ?? "none" } == "four")
  }

  @Test func `a form's media type names the boundary in its bytes`() throws {
    var form = FormData()
    form.append("a", "1")
    let body = APIBody.formData(form)
    let boundary = try #require(body.contentType.split(separator: "boundary=").last)
    #expect(body.contentType == "multipart/form-data; boundary=\(boundary)")
    #expect(try body.message().data == form.encoded(boundary: String(boundary)))
    #expect(APIBody.formData(form).contentType != body.contentType)
  }
}
