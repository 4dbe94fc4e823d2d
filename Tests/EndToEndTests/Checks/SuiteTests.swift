import Foundation
import TestSupport
import Testing

/// The suites of tests in `Examples`.
@Suite(.mayBlock) struct SuiteTests {
  private static let examples = TranscriptTests.root.appending(path: "Examples")

  private func run(_ suite: String, in home: Sandbox, _ options: String...) throws -> Program.Result
  {
    try Program.run(
      Program.seashell.path,
      options + ["test", Self.examples.appending(path: suite).path, "--jobs", "2"],
      environment: home.environment.merging(["SHOP_PASSWORD": "demo"]) { $1 },
      directory: home.home)
  }

  @Test func `the tests of the shop pass in the program`() throws {
    let result = try run("ShopTests", in: try Sandbox())
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("110 tests in 8 files: 110 passed ("))
  }

  @Test func `the tests of the shop pass over HTTP, at an address`() throws {
    let served = try ServedShop()
    let result = try run("ShopTests", in: try Sandbox(), "-e", "http://127.0.0.1:\(served.port)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(served.end() == 0)
  }

  @Test func `with retries they pass on a server that fails for one request in five`() throws {
    let served = try ServedShop("--fail", "0.2")
    let home = try served.client()
    let result = try Program.run(
      Program.seashell.path,
      [
        "-e", "dev", "test", Self.examples.appending(path: "ShopTests").path, "--retries", "5",
        "--jobs", "2",
      ], environment: home.environment.merging(["SHOP_PASSWORD": "demo"]) { $1 },
      directory: home.home)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/; \d+ requests were sent again \(/))
    _ = served.end()
  }

  @Test func `the tests of another API pass, and other programs read their reports`() throws {
    let application = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    try home.succeed("api", "add", "warehouse", application.address, "--yes")
    let suite = Self.examples.appending(path: "WarehouseTests").path
    let tests = try home.seashell(
      "test", suite, "--junit", "report.xml", "--tap", "report.tap", "--filter", "i")
    #expect(tests.status == 0, "\(tests.output)\(tests.errors)")
    let red = try home.file(
      "red.sea",
      "test \"a 'red' <one> & \\\"two\\\" é👋\" { print \"\u{1}\\e[31m]]>\"; expect 1 = 2 }\ntest 'b # SKIP' { fail x }\n"
    )
    #expect(try home.seashell("test", red, "--junit", "red.xml", "--tap", "red.tap").status == 1)

    let reader = """
      import sys
      from junitparser import JUnitXml
      for path in sys.argv[1:]:
          xml = JUnitXml.fromfile(path)
          cases = [case for suite in xml for case in suite]
          assert xml.tests == len(cases), (xml.tests, len(cases))
          kinds = [type(case.result[0]).__name__ if case.result else "passed" for case in cases]
          print(path, sorted(set(kinds)), cases[-1].name)
      """
    let read = try Program.run(
      WebApplication.python, ["-c", reader, "report.xml", "red.xml"], environment: home.environment,
      directory: home.home)
    #expect(
      read.output == """
        report.xml ['Skipped', 'passed'] a report is exported
        red.xml ['Error', 'Failure'] b # SKIP

        """, "\(read.errors)")
    for (file, status, text) in [("report.tap", 0, "Result: PASS"), ("red.tap", 1, "Failed 2/2")] {
      let read = try Program.run(
        "/usr/bin/prove", [file], environment: home.environment, directory: home.home)
      #expect((read.status == 0) == (status == 0))
      #expect(read.output.contains(text), "\(read.output)\(read.errors)")
    }
  }
}
