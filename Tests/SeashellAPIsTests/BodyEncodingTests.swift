import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

/// Bodies other than JSON: forms as the description encodes them, and bytes.
@MainActor
@Suite struct BodyEncodingTests {
  private static let paths = #"""
    "/find": {"post": {"operationId": "find", "requestBody": {"content": {
      "application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {
        "plain": {"type": "array", "items": {"type": "string"}},
        "csv": {"type": "array", "items": {"type": "string"}},
        "pipes": {"type": "array", "items": {"type": "string"}},
        "deep": {"type": "object", "properties": {"a": {"type": "integer"}}},
        "json": {"type": "object", "properties": {"a": {"type": "integer"}}}}},
        "encoding": {"csv": {"explode": false}, "deep": {"style": "deepObject"},
          "pipes": {"style": "pipeDelimited", "explode": false}}}}}}},
    "/files": {"post": {"operationId": "upload", "requestBody": {"content": {
      "multipart/form-data": {"schema": {"type": "object", "properties": {
        "any": {"type": "string", "format": "binary"}, "picture": {"type": "string", "format": "binary"},
        "more": {"type": "array", "items": {"type": "string", "format": "binary"}}}},
        "encoding": {"picture": {"contentType": "image/png"}}}}}}},
    "/picture": {"put": {"operationId": "draw", "requestBody": {"content": {"image/png": {}}}}}
    """#

  @Test(arguments: [
    ("--plain a --plain b,c", "plain=a&plain=b%2Cc"), ("--csv a --csv b,c", "csv=a,b%2Cc"),
    ("--pipes a --pipes b", "pipes=a%7Cb"), ("--deep.a 1", "deep%5Ba%5D=1"),
    ("--json.a 1", "json=%7B%22a%22%3A1%7D"),
  ])
  func `the properties of a form are encoded in their declared style`(
    words: String, sent: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let request = try #require(await bench.requests("wh find \(words)").first)
    #expect(request.body?.data.map { String(decoding: $0, as: UTF8.self) } == sent)
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func `a form sends several files with their described media types`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let file = try bench.file("a.bin", "x")
    let request = try #require(
      await bench.requests(
        "wh upload --any @\(file) --picture @\(file) --more @\(file) --more @\(file)"
      )
      .first)
    let text = String(decoding: try #require(request.body?.data), as: UTF8.self)
    #expect(text.components(separatedBy: "application/octet-stream").count == 4)
    #expect(text.components(separatedBy: "Content-Type: image/png").count == 2)
    #expect(text.components(separatedBy: #"name="more"; filename="a.bin""#).count == 3)
  }

  @Test func `a binary body is sent unchanged from its file`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let file = try bench.file("a.png", "x")
    let bytes = Data([0x89, 0x50, 0xFF, 0x00])
    try bytes.write(to: URL(filePath: file))
    let request = try #require(await bench.requests("wh draw --body @\(file)").first)
    #expect(request.body?.data == bytes && request.headers["Content-Type"] == "image/png")
    let missing = await bench.harness.run("wh draw --body @\(file).none")
    #expect(missing.status == 1 && missing.errors.contains("cannot read"), "\(missing.errors)")
  }

  @Test func `a form's text that begins with '@' is not taken for a file's name`()
    async throws
  {
    let bench = try OperationBench(
      paths: #"""
        "/note": {"post": {"operationId": "note", "requestBody": {"content": {"text/plain": {}}}}},
        "/picture": {"post": {"operationId": "draw", "requestBody": {"content": {"image/png": {}}}}}
        """#)
    let secret = try bench.file("secret", "SECRET")
    let file = try bench.file("note", "@\(secret)")
    for line in [
      "wh note --body @\(file)", "wh note --body @@\(secret)", "wh draw --body @\(file)",
      "wh draw --body @@\(secret)",
    ] {
      let request = try #require(await bench.requests(line).first)
      #expect(request.body?.data == Data("@\(secret)".utf8), "\(line)")
    }
  }

  @Test func `a multipart form given as a whole names its boundary`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let whole = try bench.file(
      "form", "--q1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--q1--\r\n")
    let request = try #require(await bench.requests("wh upload --body @\(whole)").first)
    #expect(request.headers["Content-Type"] == #"multipart/form-data; boundary="q1""#)
    let refused = await bench.harness.run("wh upload --body x")
    #expect(refused.status == 2 && refused.errors.contains("its boundary"), "\(refused.errors)")
  }
}
