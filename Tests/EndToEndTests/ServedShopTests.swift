import Foundation
import Glibc
import Testing

/// What shells do at a shop that is served in another process.
@Suite struct ServedShopTests {
  @Test func `ten processes whose token has ended renew the session once`() throws {
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
      #expect(output.hasPrefix("demo\tdev\t"), "\(output)")
    }
    #expect(served.end() == 0)
    let accesses = served.accesses
    #expect(accesses.count { $0.contains("POST /v1/session/refresh") } == 1, "\(accesses)")
    #expect(accesses.contains { $0.contains("GET /v1/session 401 ") })
  }

  @Test(arguments: [false, true])
  func `api shows the events as they come, until Ctrl-C`(isServed: Bool) throws {
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

  @Test func `the library for HTTP is loaded by the first request, and not by serving`() throws {
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
