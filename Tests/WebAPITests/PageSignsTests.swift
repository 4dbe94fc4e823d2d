import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// What is said about a list that cannot be read to its end, and that nothing is said about others.
@Suite struct PageSignsTests {
  /// How a list of seven elements in pages of three ended.
  private struct Walk {
    var ids: [String] = []
    var asked = 1
    var doubt: String?
    var error: String?
  }

  private static func elements(_ numbers: Range<Int>) -> String {
    numbers.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
  }

  /// Reads every page of a list; `answer` gets a page's address.
  private func walk(
    _ parameters: ListParameters? = nil,
    _ answer: @escaping @Sendable (URLComponents) -> (Int, String, HTTPHeaders)
  ) async throws -> Walk {
    let client = try StubClient(
      StubTransport { request in
        let address =
          URLComponents(url: request.url, resolvingAgainstBaseURL: true) ?? URLComponents()
        let (status, body, headers) = answer(address)
        return HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body.utf8)))
      })
    let response = try await APIRequest(path: "things").response(on: client)
    let read = try #require(try ListPages(configured: nil, parameters: parameters).first(response))
    var walk = Walk()
    do {
      try await read.page.forEachPage(
        of: "elements", isFirst: false,
        following: {
          try await ListPages.page($0, read.paging) {
            let response = try await $0.response(on: client)
            walk.asked += 1
            try response.verify()
            return response
          }
        }
      ) { page in
        walk.doubt = page.doubt
        walk.ids += page.elements.map { $0["id"]?.jsonText ?? "?" }
      }
    } catch let error as APIPageError {
      walk.error = error.cause.map { "\($0)" } ?? error.description
    }
    return walk
  }

  /// What a description declares of a GET.
  private static func declared(_ texts: String..., numbers: [String] = []) -> ListParameters {
    ListParameters(
      query: texts.map { ($0, false, true) } + numbers.map { ($0, true, false) }, isRead: true)
  }

  private static func numbers(_ names: String...) -> ListParameters {
    declared(numbers: names)
  }

  private static func number(_ name: String, _ address: URLComponents) -> Int? {
    address.queryItems?.last { $0.name == name }?.value.flatMap { Int($0) }
  }

  @Test(arguments: [
    (#"{"data":[ELEMENTS],"has_more":true}"#, #""has_more": true"#),
    (#"{"data":[ELEMENTS],"isTruncated":true}"#, #""isTruncated": true"#),
    (#"{"data":[ELEMENTS],"total":7,"nextThing":"t"}"#, #""nextThing": "t""#),
    (#"{"data":[ELEMENTS],"meta":{"remainingItemCount":4}}"#, #""meta.remainingItemCount": 4"#),
    (#"{"data":[ELEMENTS],"a":{"b":{"c":{"hasNextPage":true}}}}"#, #""a.b.c.hasNextPage": true"#),
    (#"{"data":[ELEMENTS],"LastEvaluatedKey":{"id":{"S":"3"}}}"#, #""LastEvaluatedKey": {…}"#),
  ])
  func `a page that says that there are more, and not how, ends with its sign`(
    body: String, sign: String
  ) async throws {
    let walk = try await walk { _ in
      (200, body.replacing("ELEMENTS", with: Self.elements(0..<3)), [:])
    }
    #expect(walk.ids == ["\"0\"", "\"1\"", "\"2\""] && walk.asked == 1)
    #expect(walk.error == "the server has more (\(sign)), and the shell does not know how to ask")
  }

  @Test(
    arguments: [
      (206, [:], "status 206"), (200, ["Next-Range": "id 3.."], "Next-Range: id 3.."),
      (200, ["Content-Range": "0-2/7"], "Content-Range: 0-2/7"), (200, ["X-Total-Pages": "3"], nil),
    ] as [(Int, HTTPHeaders, String?)])
  func `a header field says so, too`(status: Int, headers: HTTPHeaders, sign: String?) async throws
  {
    let walk = try await walk { _ in (status, "[\(Self.elements(0..<3))]", headers) }
    #expect(walk.ids.count == 3)
    if let sign {
      #expect(walk.error?.hasPrefix("the server has more (\(sign))") == true, "\(walk)")
    }
  }

  @Test(arguments: [
    #"{"data":[ELEMENTS],"has_more":false,"next":"/things?page=2"}"#,
    #"{"data":[ELEMENTS],"page":1,"pages":1,"next_cursor":"x"}"#,
    #"{"data":[ELEMENTS],"isLast":true,"nextPageToken":"x"}"#,
    #"{"data":[ELEMENTS],"next":null,"total":3}"#, #"{"data":[ELEMENTS],"total":3}"#,
    #"{"count":3,"data":[ELEMENTS]}"#, #"{"data":[ELEMENTS],"cursor":null}"#,
    #"{"data":[ELEMENTS],"nextSyncToken":"s","prev_cursor":"x"}"#,
    #"{"data":[ELEMENTS],"meta":{"size":20,"request_id":"r"}}"#, "[ELEMENTS]",
  ])
  func `nothing is said after a whole list`(body: String) async throws {
    let walk = try await walk { _ in
      (200, body.replacing("ELEMENTS", with: Self.elements(0..<3)), [:])
    }
    #expect(
      walk.ids.count == 3 && walk.asked == 1 && walk.error == nil && walk.doubt == nil, "\(walk)")
  }

  @Test(arguments: [3, 10, 100]) func `a round number of elements may be a page`(count: Int)
    async throws
  {
    let walk = try await walk { _ in (200, "[\(Self.elements(0..<count))]", [:]) }
    #expect(walk.error == nil)
    #expect(walk.doubt == (count == 3 ? nil : "nothing in the answer says whether there are more"))
  }

  @Test func `a total that differs after the end is a doubt`() async throws {
    let walk = try await walk { address in
      let next = address.query == nil ? #""/things?page=2""# : "null"
      let start = address.query == nil ? 0 : 3
      return (
        200, #"{"total":9,"next":\#(next),"data":[\#(Self.elements(start..<start + 3))]}"#, [:]
      )
    }
    #expect(walk.ids.count == 6 && walk.error == nil && walk.doubt == "the server counts 9")
  }

  @Test(arguments: [0, 1]) func `a total alone leads on, whatever number the first page has`(
    first: Int
  ) async throws {
    let walk = try await walk { address in
      let page = (Self.number("page", address) ?? first) - first
      return (200, "[\(Self.elements(page * 3..<min(page * 3 + 3, 7)))]", ["X-Total-Count": "7"])
    }
    #expect(walk.ids == (0..<7).map { "\"\($0)\"" } && walk.error == nil, "\(walk)")
  }

  @Test func `a page that does not begin where it should is refused`() async throws {
    let walk = try await walk(Self.numbers("page", "per_page")) { address in
      let page = Self.number("page", address) ?? 0
      // It takes the number of pages before it for that of elements.
      let start = page * 5
      return (
        200,
        #"{"start":\#(start),"limit":3,"total":20,"users":[\#(Self.elements(start..<start + 3))]}"#,
        [:]
      )
    }
    #expect(
      walk.ids.count == 3 && walk.error == "the page after 3 elements begins after 5", "\(walk)")
  }

  @Test(arguments: ["page", "offset"]) func `a described parameter counts pages`(name: String)
    async throws
  {
    for (first, ending) in [(1, 200), (0, 200), (1, 404), (1, 204), (1, 416)] {
      let parameters = Self.numbers(name, "limit")
      let walk = try await walk(parameters) { address in
        let start =
          name == "offset"
          ? Self.number(name, address) ?? 0 : ((Self.number(name, address) ?? first) - first) * 3
        if start >= 6 { return (ending, ending == 204 ? "" : "[]", [:]) }
        return (200, "[\(Self.elements(start..<start + 3))]", [:])
      }
      #expect(walk.ids == (0..<6).map { "\"\($0)\"" }, "\(name) \(first) \(ending): \(walk)")
      #expect(walk.error == nil && walk.doubt == nil)
    }
  }

  @Test func `a server that ignores the described number is a doubt`() async throws {
    let walk = try await walk(Self.numbers("page", "limit")) { _ in
      (200, "[\(Self.elements(0..<3))]", [:])
    }
    #expect(walk.ids.count == 3 && walk.error == nil)
    #expect(walk.doubt == "the server gives them again for the next page")
  }

  @Test(arguments: [
    #"{"items":[ELEMENTS],"next_cursor":"c"}"#, #"{"items":[ELEMENTS],"total":7}"#,
    #"{"items":[ELEMENTS],"next":"/things?page=1"}"#,
  ])
  func `a repeated page is not listed again`(body: String) async throws {
    let walk = try await walk { _ in
      (200, body.replacing("ELEMENTS", with: Self.elements(0..<3)), [:])
    }
    #expect(walk.ids.count == 3 && walk.asked <= 4 && walk.error != nil, "\(walk)")
  }

  @Test func `an empty page with a new cursor goes on, and one that names itself is the end`()
    async throws
  {
    let google = try await walk { address in
      switch Self.number("cursor", address) {
      case nil: (200, #"{"items":[\#(Self.elements(0..<3))],"next_cursor":"1"}"#, [:])
      case 1: (200, #"{"items":[],"next_cursor":"2"}"#, [:])
      default: (200, #"{"items":[\#(Self.elements(3..<6))]}"#, [:])
      }
    }
    #expect(google.ids.count == 6 && google.error == nil, "\(google)")
    let log = try await walk { address in
      let start = Self.number("after", address) ?? 0
      return (
        200, "[\(Self.elements(start..<min(start + 3, 7)))]",
        ["Link": "</things?after=\(min(start + 3, 7))>; rel=next"]
      )
    }
    #expect(log.ids.count == 7 && log.error == nil && log.doubt == nil, "\(log)")
  }

  @Test func `links are found in every form`() async throws {
    for form in [
      #""links":[{"rel":"self","href":"/things"},{"rel":"next","href":"ADDRESS"}]"#,
      #""next_page":{"offset":"x","uri":"ADDRESS"}"#, #""nextRecordsUrl":"ADDRESS""#,
      #""view":{"hydra:next":"ADDRESS"}"#, #""d":{"__next":"ADDRESS"}"#,
    ] {
      let walk = try await walk { address in
        let start = Self.number("start", address) ?? 0
        let more = form.replacing("ADDRESS", with: "/things?start=\(start + 3)")
        let list = #""data":[\#(Self.elements(start..<min(start + 3, 7)))]"#
        return (200, start < 6 ? "{\(list),\(more)}" : "{\(list)}", [:])
      }
      #expect(walk.ids.count == 7 && walk.error == nil && walk.doubt == nil, "\(form): \(walk)")
    }
  }
}
