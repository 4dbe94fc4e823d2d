import Foundation
import TestSupport
import Testing

/// Changes by other users of a served shop, shown above the line being typed.
@Suite(.mayBlock) struct FeedTests {
  /// A user who is signed in at a served shop, at the prompt.
  private static func user(of served: ServedShop) throws -> PromptUser {
    let sandbox = try served.client()
    try sandbox.signIn()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt("dev> ")
    return user
  }

  /// Posts reviews as another user until each user is notified of one, and so has a connected feed.
  private static func begin(_ users: [PromptUser], _ other: Sandbox) throws {
    for user in users {
      try block(until: "a notice", there: user.screen.text) {
        try other.addReview("first")
        return (try? user.see("elsewhere: ", within: Patience.pause)) != nil
      }
    }
    // When this notice is shown, the earlier ones were shown, too.
    let last = try other.addReview("last")
    for user in users { try user.see("elsewhere: review \(last) of p-1 was added") }
  }

  private static func notices(of user: PromptUser) -> [String] {
    user.screen.lines.filter { $0.hasPrefix("elsewhere: ") }
  }

  @Test func `another user's review is shown above a half-typed line`()
    throws
  {
    let served = try ServedShop()
    let (writer, reader) = (try Self.user(of: served), try Self.user(of: served))
    let other = try served.client()
    try other.signIn()
    try Self.begin([writer, reader], other)
    let (before, told) = (Self.notices(of: writer).count, Self.notices(of: reader).count)

    try reader.type("print half typed\u{1B}b")
    try reader.seeCursor(between: "dev> print half ", and: "typed")
    try writer.type("reviews add p-1 --rating 5 --comment mine\r")
    try reader.see("one more notice") { screen in
      screen.lines.count { $0.hasPrefix("elsewhere: ") } == told + 1
    }
    #expect(Self.notices(of: reader).last?.hasPrefix("elsewhere: review r-") == true)
    try reader.seeCursor(between: "dev> print half ", and: "typed")
    #expect(reader.screen.lines.last == "dev> print half typed")
    #expect(reader.screen.lines.count { $0 == "dev> print half typed" } == 1)

    // The feed keeps the order: a notice about one's own review would come first.
    let id = try other.addReview("another's")
    try writer.see("elsewhere: review \(id) of p-1 was added")
    #expect(Self.notices(of: writer).count == before + 1)
    #expect(writer.screen.text.contains("mine"))
    try reader.type("\r")
    try reader.see("\nhalf typed\n")
  }

  @Test func `the feed resumes after its last event when the server is back`() throws {
    let sandbox = try Sandbox()
    let database = "\(sandbox.home.path)/served.db"
    let first = try ServedShop("--database", database)
    let user = try Self.user(of: first)
    let other = try first.client()
    try other.signIn()
    try Self.begin([user], other)
    #expect(first.end() == 0)

    let second = try ServedShop(port: first.port, "--database", database)
    // The shell may reconnect before or after the review: it requests the events after the last known one.
    let id = try other.addReview("meanwhile")
    try user.see("elsewhere: review \(id) of p-1 was added")
    try user.seePrompt("dev> ")
    #expect(!user.screen.text.contains("not reached"))
    #expect(second.end() == 0)
  }
}
