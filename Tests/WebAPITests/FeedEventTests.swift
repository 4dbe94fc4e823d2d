import Testing
import WebAPI
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
        .inserted(DataInserted(resource: "a/b/c", id: "d", environment: .test))
      ),
      (
        "api.data.updated", #"{"resource":"a"}"#,
        .updated(DataUpdated(resource: "a", environment: .test))
      ),
      (
        "api.data.deleted", #"{"resource":"a","id":null}"#,
        .deleted(DataDeleted(resource: "a", environment: .test))
      ),
      ("api.data.invalidated", "{}", .invalidated(DataInvalidated(environment: .test))),
      ("api.data.inserted", #"{"id":"d"}"#, nil),
      ("api.data.inserted", "garbage", nil),
      ("other", #"{"resource":"a"}"#, nil),
    ] as [(String, String, DataChange?)])
  func `an event of the feed becomes the client's event`(
    name: String, data: String, change: DataChange?
  ) {
    let event = FeedEvent(ServerSentEvent(name: name, data: data, id: "1"))
    #expect(event?.change(in: .test) == change)
    #expect(event.map { $0.id == "1" } != false)
  }
}
