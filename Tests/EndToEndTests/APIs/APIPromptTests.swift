import FaultServer
import Foundation
import TestSupport
import Testing

/// Adding and using an API at a terminal.
@Suite(.mayBlock) struct APIPromptTests {
  /// A user who is asked whether to add an API.
  private static func adding(_ options: String, in home: Sandbox) throws -> PromptUser {
    let user = try PromptUser(in: home, columns: 120)
    try user.seePrompt()
    try user.type("api add wh \(options)\r")
    try user.see("Add it as 'wh'?")
    return user
  }

  @Test func `an API added at a prompt has its own prompt and completion`()
    throws
  {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let user = try Self.adding("\(live.address) --environment live --production", in: home)
    try user.see("Warehouse 2.1, OpenAPI 3.1.0")
    try user.see("requests go to \(live.address), as wh:live, in production")
    try user.type("y\r")
    try user.see("added with")
    try user.seePrompt()
    try user.type("wh getS\t")
    try user.seeCursor(between: "embedded> wh getStock ")
    try user.type("\u{15}wh no\t")
    try user.seeCursor(between: "embedded> wh notes ")
    try user.type("e\t")
    try user.seeCursor(between: "embedded> wh notes edit ")
    try user.type("\u{15}wh get\t")
    try user.see("getItem")
    try user.seeCursor(between: "embedded> wh get")
    try user.type("\u{15}getS\t")
    try user.seeCursor(between: "embedded> getS")
    try user.type("\u{15}env use wh:live\r")
    try user.seePrompt("wh:live (production)> ")
    try user.type("getS\t")
    try user.seeCursor(between: "wh:live (production)> getStock ")
    try user.type("\u{15}items sho\t")
    try user.seeCursor(between: "wh:live (production)> items show ")
    try user.type("\u{15}items show i-2 | get name\r")
    try user.see("Buoy")
    try user.seePrompt("wh:live (production)> ")
    try user.type("createItem --name Drum\r")
    try user.see("wh:live (\(live.address))")
    try user.type("n\r")
    try user.seePrompt("wh:live (production)> ")
    #expect(live.requests.map(\.line) == ["GET /items/i-2"])
    try user.type("env use shop:embedded\r")
    try user.seePrompt()
    try user.type("\u{4}")
    #expect(try user.end() == 0)
  }

  @Test func `a form for changes clears what the user empties, if the API allows that`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let user = try Self.adding("\(live.address) --environment live", in: home)
    try user.type("y\r")
    try user.seePrompt()
    try user.type("env use wh\r")
    try user.seePrompt("wh:live> ")
    try user.type("cd items/i-2\r")
    try user.seePrompt("wh:live items/i-2> ")
    try user.type("edit\r")
    try user.seeCursor(between: "name: Buoy")
    try user.type("\u{15}\r")
    try user.seeCursor(between: "count (a whole number or null): 2")
    try user.type("\r")
    try user.seePrompt("wh:live items/i-2> ")
    try user.type("show | select name count | to jsonl\r")
    try user.see(#"{"name":null,"count":2}"#)
    try user.seePrompt("wh:live items/i-2> ")
    try user.type("edit count=9 | get count\r")
    try user.see("\n9\n")
    #expect(live.requests.contains { $0.line == "PATCH /items/i-2" })
  }

  @Test func `declining adds no API, and Ctrl-C ends the search for one`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let user = try Self.adding(live.address, in: home)
    try user.type("n\r")
    try user.see("nothing was added")
    try user.seePrompt()
    let silent = try FaultServer(FaultAnswer([.silence]))
    defer { silent.stop() }
    try user.begin("api add wh \(silent.url)")
    try user.interrupt()
    #expect(
      !FileManager.default.fileExists(atPath: "\(home.home.path)/config/seashell/config.json"))
    let indexes = try? FileManager.default.contentsOfDirectory(
      atPath: "\(home.home.path)/state/seashell/apis")
    #expect(indexes ?? [] == [])
    try user.enter("wh list", seeing: "'wh' is not a command")
    try user.type("\u{4}")
    _ = try user.end()
  }
}
