import Foundation
import Glibc
import TestSupport
import Testing

/// Writes that are queued for their server, in scripts.
@Suite(.mayBlock) struct WaitingWriteTests {
  @Test func `a queued review is listed with a mark`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let name = try home.queueReview("in the queue")
    let list = try home.offline("-q", "reviews", "list", "p-1", "--per-page", "2")
    #expect(list.output.hasPrefix("\(name)\t4\tin the queue\t"), "\(list.output)")
    #expect(list.output.split(separator: "\n").first?.hasSuffix("\t\(name)") == true)
    let json = try home.offline("-q", "reviews", "list", "p-1", "--per-page", "2", "-o", "json")
    #expect(json.output.contains("\"queued\":\"\(name)\""), "\(json.output)")
    // A list without queued reviews has no such column.
    let other = try home.offline("-q", "reviews", "list", "p-2", "-o", "json")
    #expect(!other.output.contains("queued"))
    // A script without the option sees the service's data only.
    let script = try home.seashell("-q", "reviews", "list", "p-1", "--per-page", "2")
    #expect(!script.output.contains("in the queue"))
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try home.queued().isEmpty)
    let sent = try home.offline("-q", "reviews", "list", "p-1", "--per-page", "1", "-o", "json")
    #expect(sent.output.contains("in the queue") && !sent.output.contains("queued"))
  }

  @Test func `a change of a queued write is sent after it`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    shop.lose()
    let kept = try home.queueReview("first")
    let edit = try home.seashell("reviews", "edit", "p-1", kept, "--comment", "second")
    #expect(edit.status == 0, "\(edit.errors)")
    let dropped = try home.queueReview("never seen")
    let delete = try home.seashell("reviews", "delete", "p-1", dropped, "--yes")
    #expect(delete.status != 0 && delete.errors.contains("queue drop"), "\(delete.errors)")
    #expect(try home.seashell("queue", "drop", dropped, "--yes").status == 0)
    let offline = try home.seashell("queue", "run")
    #expect(offline.status == 5, "\(offline.errors)")
    try shop.bringBack()
    let run = try home.seashell("queue", "run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try shop.comments() == ["second"])
    #expect(try home.queued().isEmpty)
  }

  @Test func `500 writes through a server that dies in between arrive once`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let rows = (1...500).map { "p-1,4,number \($0)\r\n" }.joined()
    try home.file("reviews.csv", "product,rating,comment\r\n" + rows)
    let queue = try home.seashell(
      "-c",
      "from csv reviews.csv"
        + " | each reviews add $it.product --rating $it.rating --comment $it.comment --later")
    #expect(queue.status == 0, "\(queue.errors)")
    #expect(queue.errors.contains("500 writes wait"), "\(queue.errors)")
    #expect(try home.queued().count == 500)

    let sender = try RunningWorker(in: home, ["queue", "run"])
    try sender.until("hundredth request") {
      shop.served.accesses.count { $0.contains("POST /v1/products/p-1/reviews") } >= 100
    }
    shop.lose()
    #expect(sender.wait() == 5, "\(sender.output)")
    let left = try home.queued().count
    #expect((1..<500).contains(left))
    try shop.bringBack()
    let run = try home.seashell("queue", "run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try home.queued().isEmpty)
    #expect(try shop.comments().reversed() == (1...500).map { "number \($0)" })
  }

  @Test func `one process sends at a time, and a killed one leaves no lock`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    for number in 1...40 { try home.queueReview("number \(number)") }
    let senders = try (1...4).map { _ in try RunningWorker(in: home, ["queue", "run"]) }
    try senders[0].until("request") {
      shop.served.accesses.contains { $0.contains("POST /v1/products/p-1/reviews") }
    }
    for sender in senders { sender.end(with: SIGKILL) }
    let run = try home.seashell("queue", "run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try shop.comments().reversed() == (1...40).map { "number \($0)" })
  }

  @Test func `a conflict shows both versions, and is sent or dropped as the user decides`() throws {
    let shop = try LosableShop()
    let (home, other) = (try shop.client(), try shop.client())
    let id = try home.addReview("original")
    #expect(try home.offline("reviews", "list", "p-1").status == 0)
    shop.lose()
    let edit = try home.offline(
      "reviews", "edit", "p-1", id, "--comment", "mine", "--later")
    #expect(edit.status == 0, "\(edit.errors)")
    let name = String(try #require(edit.errors.firstMatch(of: /q-\d+/)).0)
    try shop.bringBack()
    #expect(
      try other.seashell("reviews", "edit", "p-1", id, "--comment", "theirs").status == 0)

    let run = try home.seashell("queue", "run")
    #expect(run.status == 6, "\(run.errors)")
    #expect(try shop.comments() == ["theirs"])
    let show = try home.seashell("queue", "show", name)
    for text in ["original", "mine", "theirs", "held"] {
      #expect(show.output.contains(text), "\(text): \(show.output)")
    }
    // Nothing is sent again before the user has decided.
    #expect(try home.seashell("queue", "run").status == 6)
    #expect(try shop.comments() == ["theirs"])
    let retry = try home.seashell("queue", "retry", name, "--overwrite")
    #expect(retry.status == 0, "\(retry.errors)")
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try shop.comments() == ["mine"])

    let second = try home.offline("reviews", "list", "p-1")
    #expect(second.status == 0)
    shop.lose()
    let again = try home.offline("reviews", "edit", "p-1", id, "--comment", "again", "--later")
    #expect(again.status == 0, "\(again.errors)")
    try shop.bringBack()
    #expect(
      try other.seashell("reviews", "edit", "p-1", id, "--comment", "theirs again").status == 0)
    #expect(try home.seashell("queue", "run").status == 6)
    let last = try #require(try home.queued().first)
    #expect(try home.seashell("queue", "drop", last, "--yes").status == 0)
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try shop.comments() == ["theirs again"])
  }

  @Test func `a refused write is kept with the server's reason, and holds no others`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let bad = try home.seashell(
      "reviews", "add", "p-999", "--rating", "4", "--comment", "no such product", "--later")
    #expect(bad.status == 0, "\(bad.errors)")
    try home.queueReview("fine")
    let run = try home.seashell("queue", "run")
    #expect(run.status == 6, "\(run.errors)")
    #expect(try shop.comments() == ["fine"])
    let list = try home.seashell("queue", "list")
    #expect(list.output.contains("held") && list.output.contains("p-999"), "\(list.output)")
  }

  @Test func `a write that could never be sent is not queued`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    #expect(try home.seashell("session", "logout").status == 0)
    let add = try home.seashell(
      "reviews", "add", "p-1", "--rating", "4", "--comment", "x", "--later")
    #expect(add.status == 4 && add.errors.contains("session login"), "\(add.errors)")
    #expect(try home.queued().isEmpty)
  }

  @Test func `a user's own earlier change is not a conflict`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let added = try home.seashell("reviews", "add", "p-1", "--rating", "4", "--comment", "A")
    let id = String(added.output.prefix { $0 != "\t" })
    #expect(try home.offline("reviews", "list", "p-1").status == 0)
    for comment in ["B", "C"] {
      let edit = try home.offline("reviews", "edit", "p-1", id, "--comment", comment, "--later")
      #expect(edit.errors.contains("waits"), "\(edit.errors)")
      #expect(try home.seashell("queue", "run").status == 0)
      #expect(try shop.comments() == [comment])
    }
  }

  @Test func `queued writes are not sent after signing out`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    try home.queueReview("waits")
    for table in ["access_tokens", "refresh_tokens", "sessions"] {
      try home.sqlite(shop.databasePath, "DELETE FROM \(table)")
    }
    let run = try home.seashell("queue", "run")
    #expect(run.status == 4, "\(run.errors)")
    try home.signIn()
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try shop.comments() == ["waits"])
  }
}
