import Foundation
import Glibc
import TestSupport
import Testing

/// Jobs of a user at the prompt.
@Suite(.mayBlock) struct JobTests {
  private static func begin(columns: Int = 80) throws -> PromptUser {
    let user = try PromptUser(in: Sandbox(), columns: columns)
    try user.seePrompt()
    return user
  }

  @Test func `the end of a job is shown above a half-typed line`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    let fifo = "\(sandbox.home.path)/go"
    #expect(mkfifo(fifo, 0o600) == 0)
    try user.enter("! cat go & products show nope &", seeing: "[2] products show nope")
    try user.see("job 2 failed (3): no product has the id 'nope'; 'jobs show 2' shows")
    try user.type("print half typed\u{1B}b")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    let descriptor = open(fifo, O_WRONLY | O_CLOEXEC)
    close(descriptor)
    try user.see("job 1 finished: ! cat go")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    #expect(user.screen.lines.count { $0 == "embedded> print half typed" } == 1)
    try user.type("\r")
    try user.see("\nhalf typed\n")
  }

  @Test func `a table that a job printed is shown as in the foreground`() throws {
    let user = try Self.begin(columns: 60)
    try user.enter("products list --per-page 3 & wait", seeing: "job 1 finished")
    try user.enter("products list --per-page 3", seeing: "p-3")
    try user.enter("jobs show 1", seeing: "p-3")
    let rows = user.screen.lines.filter { $0.hasPrefix("p-") || $0.hasPrefix("id ") }
    #expect(rows.count == 8 && rows.prefix(4) == rows.suffix(4))
  }

  @Test func `Ctrl-C, at the prompt or in a command, does not reach a job's program`() throws {
    let user = try Self.begin()
    try user.enter("! sleep 1000 &", seeing: "[1] ! sleep 1000")
    try user.type("half")
    try user.seeCursor(between: "embedded> half")
    try user.interrupt()
    try user.begin("sleep 60")
    try user.interrupt()
    try user.begin("wait")
    try user.interrupt()
    try user.enter("jobs | get status", seeing: "running")
    try user.enter("cancel 1; wait", seeing: "job 1 was cancelled")
  }

  @Test func `ten waiting jobs delay no command, and Ctrl-C ends another`()
    throws
  {
    let sandbox = try Sandbox()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    for number in 1...10 {
      #expect(mkfifo("\(sandbox.home.path)/fifo-\(number)", 0o600) == 0)
      try user.enter("source fifo-\(number) &", seeing: "[\(number)] source fifo-\(number)")
    }
    try user.enter("products list --per-page 3", seeing: "p-3")
    try user.begin("source fifo-1")
    try user.interrupt()
    try user.enter("jobs | where status = running | count", seeing: "10")
    let descriptor = open("\(sandbox.home.path)/fifo-10", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    #expect(descriptor >= 0)
    close(descriptor)
    try user.see("job 10 finished")
  }

  @Test func `leaving with jobs asks once, and leaving again ends them`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    let script = "echo $$ > pid; trap '' TERM; while :; do sleep 0.1; done"
    try user.enter("! sh -c '\(script.replacing("'", with: "\""))' &", seeing: "[1]")
    try user.enter("exit", seeing: "a job is running; leave again to cancel it")
    try user.enter("print still here", seeing: "still here")
    try user.type("\u{04}")
    try user.see("the question again") {
      $0.text.components(separatedBy: "leave again").count == 3
        && $0.cursorLine == ("embedded> ", "")
    }
    let process = try sandbox.processID(in: "pid")
    try user.type("\u{04}")
    #expect(try user.end() == 0)
    try Self.seeEnd(of: process)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the shell ends the jobs' programs`(signal: Int32) throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    try user.enter("! sh -c 'echo $$ > pid; sleep 1000' &", seeing: "[1]")
    let process = try sandbox.processID(in: "pid")
    user.send(signal)
    #expect(try user.end() == 128 + signal)
    try Self.seeEnd(of: process)
  }

  @Test func `a job that prints endlessly leaves the prompt usable`() throws {
    let user = try Self.begin()
    try user.enter("! yes &", seeing: "[1] ! yes")
    for number in 1...20 {
      try user.enter("print quick \(number)", seeing: "\nquick \(number)")
    }
    try block(until: "a notice of dropped bytes", there: user.screen.text) {
      try user.enter("jobs show 1 > /dev/null", seeing: "embedded>")
      return user.screen.text.contains("bytes that job 1 printed are dropped; these are the last")
    }
    try user.enter("cancel 1; wait", seeing: "job 1 was cancelled: ! yes")
    try user.enter("jobs | get status", seeing: "cancelled")
  }

  @Test func `a thousand jobs ending at once give a few notices and a count`() throws {
    let user = try Self.begin()
    let jobs = (1...100).map { _ in "sleep 1 &" }.joined(separator: " ")
    for _ in 1...10 { try user.type(jobs + "\r") }
    try user.see("the last job") { $0.text.contains("[1000] sleep 1") }
    try user.type("wait\r")
    try user.see("a count of notices") { $0.text.contains("more notices") }
    try user.enter("print on", seeing: "\non")
  }

  @Test func `Tab completes the numbers of jobs`() throws {
    let user = try Self.begin()
    try user.enter("print done & sleep 1000 &", seeing: "job 1 finished")
    try user.type("cancel \t")
    try user.seeCursor(between: "embedded> cancel 2 ")
    try user.type("\r")
    try user.see("job 2 was cancelled")
    try user.seePrompt()
    try user.type("jobs show \t\t")
    try user.see("2  sleep 1000")
  }

  private static func seeEnd(of process: pid_t) throws {
    #expect(ModulesTests.ends(process), "process \(process)")
  }
}

extension Sandbox {
  /// Waits for a file with a process id, and reads it.
  fileprivate func processID(in name: String) throws -> pid_t {
    var process: pid_t?
    try block(until: "a process id in \(name)") {
      let text = (try? String(contentsOf: home.appending(path: name), encoding: .utf8)) ?? ""
      process = text.hasSuffix("\n") ? pid_t(text.dropLast()) : nil
      return process != nil
    }
    return try #require(process)
  }
}
