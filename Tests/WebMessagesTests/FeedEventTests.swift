import Testing
@testable import WebMessages

@Suite struct FeedEventTests {
  @Test func `a feed event without its own id is not mistaken for the previous one`() throws {
    var parser = ServerSentEventParser(resumingAfter: "1")
    let text = "data: {}\n\nid: 2\ndata: {}\n\ndata: {}\n\nid: 3\n\ndata: {}\n\n"
    let events = try parser.parse(text.utf8).map { event in
      var event = event
      event.name = "api.data.invalidated"
      return FeedEvent(event)?.id
    }
    #expect(events == [nil, "2", nil, nil])
  }

  @Test(
    arguments: [
      (
        "api.data.inserted", #"{"resource":"a/b/c","id":"d"}"#,
        DataChange(.inserted, of: "a/b/c", id: "d")
      ),
      ("api.data.updated", #"{"resource":"a"}"#, DataChange(.updated, of: "a")),
      ("api.data.deleted", #"{"resource":"a","id":null}"#, DataChange(.deleted, of: "a")),
      ("api.data.invalidated", "{}", DataChange(.invalidated)),
      ("api.data.inserted", #"{"id":"d"}"#, nil),
      ("api.data.inserted", "garbage", nil),
      ("other", #"{"resource":"a"}"#, nil),
    ] as [(String, String, DataChange?)])
  func `an event of the feed is read as a change`(
    name: String, data: String, change: DataChange?
  ) {
    let event = FeedEvent(ServerSentEvent(name: name, data: data, id: "1"))
    #expect(event?.change == change)
    #expect(event.map { $0.id == "1" } != false)
  }
}
