import Foundation
import TestSupport
import Glibc
import Testing

/// Shells that use a shop served by another process.
@Suite(.mayBlock) struct ServedShopTests {
  @Test func `all reviews are the same in plain JSON and in documents`() throws {
    let outputs = try ["plain", "jsonapi"].map { format in
      let served = try ServedShop()
      let home = try served.client()
      try home.configure(dev: "http://127.0.0.1:\(served.port)", "format: '\(format)'")
      try home.signIn()
      let script = """
        reviews add p-44 --rating 2 --comment Thin -o json | sed 's/r-[0-9]*/ID/'
        reviews list --author me --per-page 1 -o json | sed 's/r-[0-9]*/ID/'
        reviews list --max-rating 2 --per-page 3 | cut -f1,3 | tail -n 1
        reviews more | cut -f1,3 | tail -n 1
        """
      let result = try home.seashell(input: script)
      #expect(result.status == 0, "\(result.errors)")
      #expect(served.end() == 0)
      return result.output
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains(#"[{"product":"p-44","id":"ID","rating":2,"comment":"Thin","#))
  }

  @Test func `ten processes with an expired token renew the session once`() throws {
    let served = try ServedShop()
    let home = try served.client()
    try home.signIn()
    let file = home.home.appending(path: "state/seashell/tokens/dev.json")
    let tokens = try String(contentsOf: file, encoding: .utf8)
    let ended = tokens.replacing(/"access_token"\s*:\s*"[^"]*"/, with: #""access_token":"ended""#)
    try #require(ended != tokens)
    try Data(ended.utf8).write(to: file)

    let processes = try (0..<10).map { number in
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      let output = open(try home.file("out.\(number)", ""), O_WRONLY | O_CLOEXEC)
      defer { for descriptor in [null, output] { close(descriptor) } }
      return try Program.spawn(
        Program.seashell.path, ["session", "status"], environment: home.environment,
        directory: home.home, descriptors: [null, output, output])
    }
    for process in processes { #expect(Program.wait(for: process) == 0) }
    for number in 0..<10 {
      let output = try String(
        contentsOf: home.home.appending(path: "out.\(number)"), encoding: .utf8)
      #expect(output.hasPrefix("shop\tdev\tdemo\tsession\t"), "\(output)")
    }
    #expect(served.end() == 0)
    let accesses = served.accesses
    #expect(accesses.count { $0.contains("POST /v1/session/refresh") } == 1, "\(accesses)")
    #expect(accesses.contains { $0.contains("GET /v1/session 401 ") })
  }

  @Test(
    arguments: [
      (true, ["-c", "events watch -o jsonl; print no"]),
      (false, ["-o", "jsonl", "events", "watch"]),
    ] as [(Bool, [String])])
  func `events watch reports other users' changes in scripts, too`(
    isServed: Bool, words: [String]
  ) throws {
    let served = try isServed ? ServedShop() : nil
    let home = try served?.client() ?? Sandbox()
    try home.signIn()
    let watcher = try Conversation.pipes(words, in: home)
    let event =
      #""event":"api.data.inserted","details":{"resource":"products/p-1/reviews","id":"r-"#
    // Changes before it began to follow are not reported.
    try block(until: "a watcher that follows") {
      try home.addReview("news")
      return (try? watcher.hear(event, within: Patience.pause)) != nil
    }
    try home.addReview("last")
    let row = try watcher.hear(#""}}"#)
    #expect(!row.contains("elsewhere"))
    watcher.interrupt()
    let end = try watcher.end()
    #expect(end.status == 130)
    #expect(!end.rest.contains("elsewhere") && !end.rest.contains("\nno\n"), "\(end.rest)")
  }

  @Test func `a full disk does not end the session`() throws {
    let served = try ServedShop()
    let home = try served.client()
    try home.signIn()
    // The shell then cannot write to any file, as on a full disk. Its messages go through a pipe.
    let script = """
      { trap '' XFSZ; ulimit -f 0
        for time in 1 2 3; do seashell session refresh; echo "status $?"; done; } 2>&1 | cat
      """
    let full = try Program.run(
      "/bin/sh", ["-c", script], environment: home.environment, directory: home.home)
    #expect(full.output.split(separator: "\n").count { $0 == "status 1" } == 3, "\(full.output)")
    #expect(full.output.contains("the session cannot be renewed: cannot write"))
    let refresh = try home.seashell("session", "refresh")
    #expect(refresh.status == 0, "\(refresh.errors)")
    #expect(try home.seashell("session", "status").status == 0)
    #expect(served.end() == 0)
    #expect(served.accesses.count { $0.contains("POST /v1/session/refresh") } == 1)
  }

  @Test(arguments: [false, true])
  func `api shows events as they arrive, until Ctrl-C`(isServed: Bool) throws {
    let served = try isServed ? ServedShop() : nil
    let home = try served?.client() ?? Sandbox()
    try home.signIn()
    let follower = try Conversation.pipes(["-c", "api get events; print no"], in: home)
    try follower.hear("retry: ")
    let id = try home.addReview("news")
    try follower.hear("event: api.data.inserted")
    try follower.hear("\"id\":\"\(id)\"")
    follower.interrupt()
    let end = try follower.end()
    #expect(end.status == 130)
    #expect(!end.rest.contains("\nno\n"))
  }

  @Test func `libcurl is loaded by the first request, not by serving`() throws {
    let served = try ServedShop()
    let shell = try Conversation.pipes(in: served.client())
    try shell.say("version\nprint started\n")
    try shell.hear("started")
    var files = try shell.mappedFiles
    #expect(files.contains("/libc.so"))
    #expect(!files.contains("libcurl"))
    try shell.say("products show p-1 | cut -f 1\nprint asked\n")
    try shell.hear("p-1\nasked")
    files = try shell.mappedFiles
    #expect(files.contains("libcurl"))
    shell.closeInput()
    #expect(try shell.end().status == 0)
    files = try Conversation.filesMapped(by: served.process)
    #expect(!files.contains("libcurl"))
  }
}
