import CoreSystem
import Glibc
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct CatalogueFileTests {
  private let folder: TemporaryFolder
  private let catalogue: ModuleCatalogue

  init() throws {
    folder = try TemporaryFolder()
    catalogue = ModuleCatalogue(folder: folder.file("state"))
  }

  private func record(_ name: String = "clock") throws -> ModuleRecord {
    var record = ModuleRecord(name: name, source: .server(["/bin/clock", "--zone", "UTC"]))
    record.abstract = "Tell the time"
    record.variables = ["TOKEN": "${CLOCK_TOKEN}"]
    record.tokenVariable = "CLOCK"
    record.allows = ["GET /products/**", "events"]
    record.digests = ["/bin/clock": "abc"]
    record.stamps = ["/bin/clock": FileStamp(size: 1, modified: 2, changed: 3, inode: 4)]
    record.dataFiles = ["/data.db"]
    record.isInDevelopment = true
    record.isEnabled = false
    return record
  }

  private func tool(_ name: String) throws -> ToolDescription {
    try ToolDescription(
      CellValue(json: #"{"name":"\#(name)","inputSchema":{"type":"object"}}"#))
  }

  @Test func `without a file there are no modules, and no file is created`() throws {
    let (records, problems) = try catalogue.records()
    #expect(records.isEmpty && problems.isEmpty)
    #expect(access(folder.file("state"), F_OK) != 0)
  }

  @Test func `tools are stored while another shell stores them`() async throws {
    try await catalogue.add(try record())
    // Where another shell's unfinished file would be.
    #expect(mkdir(folder.file("state/modules/clock.json.new"), 0o700) == 0)
    try catalogue.keep([try tool("now")], nil, of: "clock")
    #expect(catalogue.tools(of: "clock")?.tools == [try tool("now")])
  }

  @Test func `every field of an added module is read back`() async throws {
    var remote = ModuleRecord(
      name: "far", source: .remote(url: "https://example.com/mcp", headers: ["X-Key": "${KEY}"]))
    remote.isEnabled = true
    let program = ModuleRecord(name: "hello", source: .program(["/bin/hello"]))
    for record in [program, try record(), remote] { try await catalogue.add(record) }
    #expect(try catalogue.records().records == [try record(), remote, program])
  }

  @Test func `a module's tools have a file of their own, read on demand`()
    async throws
  {
    var record = try record()
    record.tools = [try tool("get_time"), try tool("set_time")]
    record.offer = ProviderOffer(
      title: "Clock 1.0", dialect: "MCP 2025-11-25", instructions: "Ask.", hasResources: true)
    try await catalogue.add(record)
    let read = try #require(catalogue.records().records.first)
    #expect(read.tools.isEmpty && read.offer == nil)
    let kept = try #require(catalogue.tools(of: "clock"))
    #expect(kept.tools == record.tools)
    #expect(kept.offer == record.offer)
    try await catalogue.change("clock") { $0.isEnabled = true }
    #expect(catalogue.tools(of: "clock")?.tools == record.tools)
    try folder.write("state/modules/clock.json", "{")
    #expect(catalogue.tools(of: "clock") == nil)
  }

  @Test func `the files of added modules are private to their owner`() async throws {
    try await catalogue.add(record())
    for name in ["modules.json", "modules/clock.json", "modules.lock"] {
      var status = stat()
      #expect(stat(folder.file("state/\(name)"), &status) == 0, "\(name)")
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  @Test func `a change applies to the module's current record`() async throws {
    try await catalogue.add(record())
    let other = ModuleCatalogue(folder: folder.file("state"))
    try await other.change("clock") { $0.allows = [] }
    let changed = try await catalogue.change("clock") { $0.isEnabled = true }
    #expect(changed.allows.isEmpty && changed.isEnabled)
    #expect(try other.records().records == [changed])
  }

  @Test func `removing a module removes its tools`() async throws {
    try await catalogue.add(record())
    try await catalogue.remove("clock")
    #expect(try catalogue.records().records.isEmpty)
    #expect(catalogue.tools(of: "clock") == nil)
    #expect(access(folder.file("state/modules/clock.json"), F_OK) != 0)
  }

  @Test func `a module's name can be added only once`() async throws {
    try await catalogue.add(record())
    let error = await #expect(throws: ShellError.self) { try await catalogue.add(record()) }
    #expect(error?.message == "another shell has added a module 'clock'")
    #expect(error?.hint == "use that one, or choose another name")
  }

  @Test func `a missing module cannot be changed, and removing it does nothing`() async throws {
    for _ in 0..<2 {
      try await catalogue.remove("clock")
      let error = await #expect(throws: ShellError.self) {
        try await catalogue.change("clock") { $0.isEnabled = true }
      }
      #expect(error?.message == "another shell has removed the module 'clock'")
    }
  }

  @Test(arguments: [
    ("", "expected a value at byte 0"), ("{\"modules\":[", "expected a value at byte 12"),
    ("[]", "it has no list 'modules' of objects"),
    ("{\"modules\":[1]}", "it has no list 'modules' of objects"),
    (
      #"{"modules":[{"name":"a"},{"name":"a"}]}"#, "it has two modules named 'a'"
    ),
  ])
  func `a damaged list of modules is never replaced`(text: String, reason: String) async throws {
    try PrivateFile(path: folder.file("state/modules.json")).replace(with: Array(text.utf8))
    let error = #expect(throws: ShellError.self) { try catalogue.records() }
    #expect(
      error?.message.hasPrefix("the list of added modules is damaged: \(reason) (/") == true,
      "\(error?.message ?? "")")
    #expect(error?.hint == "mend the file, or move it away to begin a new list")
    await #expect(throws: ShellError.self) { try await catalogue.add(record()) }
    #expect(try folder.read("state/modules.json") == text)
  }

  @Test func `an entry written by another version is kept`() async throws {
    try PrivateFile(path: folder.file("state/modules.json")).replace(
      with: Array(
        #"""
        {"version":2,"colour":"red","modules":[
        {"name":"clock","server":["/bin/clock"],"mood":{"a":[1]}},
        {"name":"box","container":"image"},{"server":["x"]}]}
        """#.utf8))
    let (records, problems) = try catalogue.records()
    #expect(records.map(\.name) == ["clock"])
    #expect(problems.count == 2)
    #expect(
      problems.first?.hasPrefix(
        "the added module 'box' cannot be used: it needs either 'server', 'program' or 'url' (/")
        == true)
    #expect(problems.last?.contains("without a name") == true)
    try await catalogue.change("clock") { $0.isEnabled = false }
    try await catalogue.add(record("other"))
    let text = try folder.read("state/modules.json")
    for part in [
      #""version":2,"colour":"red""#,
      #"{"name":"clock","server":["/bin/clock"],"isEnabled":false,"mood":{"a":[1]}},"#,
      #"{"name":"box","container":"image"}"#, #"{"server":["x"]}"#, #""name":"other""#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test(arguments: [
    (#"{"name":"a","server":[]}"#, "it needs either"),
    (#"{"name":"a","server":["x"],"url":"http://x"}"#, "it needs either"),
    (#"{"name":"a","server":"x"}"#, "its field 'server' is not a list of texts"),
    (#"{"name":"a","server":["x",1]}"#, "its field 'server' is not a list of texts"),
    (#"{"name":"a","server":["x"],"allows":[1]}"#, "its field 'allows' is not a list of texts"),
    (#"{"name":"a","server":["x"],"isEnabled":1}"#, "its field 'isEnabled' is not a Boolean"),
    (#"{"name":"a","server":["x"],"variables":[]}"#, "its field 'variables' is not an object"),
    (#"{"name":"../a","server":["x"]}"#, "it has no valid 'name'"),
  ])
  func `a wrong module entry is reported with its field`(entry: String, message: String) throws {
    try PrivateFile(path: folder.file("state/modules.json")).replace(
      with: Array(#"{"modules":[\#(entry)]}"#.utf8))
    let (records, problems) = try catalogue.records()
    #expect(records.isEmpty)
    #expect(problems.first?.contains(message) == true, "\(problems)")
  }

  @Test func `a list of modules that is a link is not followed`() async throws {
    try folder.write("elsewhere.json", #"{"modules":[]}"#)
    #expect(mkdir(folder.file("state"), 0o700) == 0)
    #expect(symlink(folder.file("elsewhere.json"), folder.file("state/modules.json")) == 0)
    #expect(throws: ShellError.self) { try catalogue.records() }
  }

  @Test func `shells that add modules at the same time lose none`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { [path = folder.file("state")] in
          let record = ModuleRecord(name: "m\(number)", source: .server(["/bin/true"]))
          try await ModuleCatalogue(folder: path).add(record)
        }
      }
      try await group.waitForAll()
    }
    #expect(try catalogue.records().records.count == 20)
  }

  @Test func `a lock of the list of modules that stays held is an error`() async throws {
    try await catalogue.add(record())
    let descriptor = open(folder.file("state/modules.lock"), O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let clock = ManualClock()
    let waiting = ModuleCatalogue(folder: folder.file("state"), clock: clock)
    let task = Task { try await waiting.remove("clock") }
    for _ in 0..<500 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(10))
    }
    let error = await #expect(throws: ShellError.self) { try await task.value }
    #expect(
      error?.message.hasPrefix("another shell keeps the list of added modules locked") == true)
    #expect(try catalogue.records().records.count == 1)
  }
}
