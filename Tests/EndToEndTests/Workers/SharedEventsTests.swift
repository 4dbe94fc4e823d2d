import StreamServer
import TestSupport
import Testing

/// Two workers that share events through a real server of NATS.
@Suite(
  .enabled(if: StreamServer.isThere, "nats-server is not here"), .mayBlock
)
struct SharedEventsTests {
  private let served: ServedShop
  private let stream: StreamServer

  init() throws {
    served = try ServedShop()
    stream = try StreamServer()
  }

  private func client() throws -> Sandbox {
    let sandbox = try served.client()
    try sandbox.configure(
      dev: "http://127.0.0.1:\(served.port)",
      """
      events: { nats: { url: '\(stream.url)', stream: 'shop' }, share: ['reviews.*', 'talk.*'] }
      """)
    return sandbox
  }

  /// Asks about each review, and writes down what is answered.
  private static let asking = """
    on reviews.review.added do events post talk.asked review=$event.review
    on talk.answered do print $event.review >> answers.txt
    wait
    """

  @Test func `an event of one script reaches the rules of another, and the feed's reach each once`()
    throws
  {
    let (first, second) = (try client(), try client())
    let asking = try RunningWorker(
      in: first,
      [
        "-f",
        try first.file(
          "ask.sea",
          Self.asking),
      ])
    let answering = try RunningWorker(
      in: second,
      [
        "-f",
        try second.file(
          "answer.sea",
          """
          on reviews.review.added do print $event.review >> reviews.txt
          on talk.asked do events post talk.answered review=$event.review
          wait
          """),
      ])
    let user = try served.client()
    try user.signIn()
    // The first ones may come before the scripts listen.
    var ids: [String] = []
    try asking.until("an answer") {
      ids.append(try user.addReview("review \(ids.count)"))
      return !first.lines("answers.txt").isEmpty && !second.lines("reviews.txt").isEmpty
    }
    let (answers, reviews) = (first.lines("answers.txt"), second.lines("reviews.txt"))
    #expect(Set(answers).count == answers.count && Set(answers).isSubset(of: ids))
    #expect(Set(reviews).count == reviews.count && Set(reviews).isSubset(of: ids))
    #expect(asking.end() == 0)
    #expect(answering.end() == 0)
  }

  @Test func `a module in a process of its own hears and answers another machine's events`() throws
  {
    let (asking, answering) = (try client(), try client())
    let module = try answering.file(
      "talk.py",
      """
      import json, os, sys
      from urllib.request import urlopen
      if sys.argv[1:] == ["--seashell-describe"]:
          print(json.dumps({"tools": [{"name": "listen", "description": "Answer what is asked",
            "inputSchema": {"type": "object", "properties": {}}}]}))
      else:
          events = os.environ["SEASHELL_GATEWAY"] + "/events"
          for line in urlopen(events + "?name=talk.asked"):
              if line.startswith(b"data: "):
                  answer = {"name": "talk.answered", "payload": json.loads(line[6:])}
                  urlopen(events, json.dumps(answer).encode()).read()
      """)
    try answering.succeed(
      "modules", "add", "talk", "--allow", "events", "--yes", "--program", "--", "python3", module)
    let listener = try RunningWorker(
      in: answering,
      ["-f", try answering.file("listen.sea", "on talk.over do print over\ntalk listen &\nwait\n")])
    let asker = try RunningWorker(
      in: asking,
      [
        "-f",
        try asking.file(
          "ask.sea",
          Self.asking),
      ])
    let user = try served.client()
    try user.signIn()
    // The first ones may come before the module listens.
    var ids: [String] = []
    try listener.until("an answer") {
      ids.append(try user.addReview("review \(ids.count)"))
      return !asking.lines("answers.txt").isEmpty
    }
    let answers = asking.lines("answers.txt")
    #expect(Set(answers).count == answers.count && Set(answers).isSubset(of: ids))
    #expect(asker.end() == 0)
    #expect(listener.end() == 0)
  }

  @Test func `doctor tells of the stream`() throws {
    let sandbox = try client()
    let result = try sandbox.seashell("-e", "dev", "doctor", "-o", "tsv")
    #expect(result.output.contains("events dev\tok\t\(stream.url) accepted the connection in "))
    #expect(result.output.contains("events dev\twarning\tthere is no stream 'shop' yet\t"))
  }
}
