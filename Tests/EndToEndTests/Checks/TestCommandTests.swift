import FaultServer
import Foundation
import Glibc
import SeashellTesting
import TestSupport
import Testing

/// `seashell test` on files of tests.
@Suite(.mayBlock) struct TestCommandTests {
  /// A home with a file of tests.
  private func home(_ tests: String, named name: String = "tests/a.sea") throws -> Sandbox {
    let home = try Sandbox(environment: [
      "SHOP_PASSWORD": "demo", "TMPDIR": FileManager.default.temporaryDirectory.path,
    ])
    try home.file(name, tests)
    return home
  }

  @Test func `what fails is shown with its request and its output, and the rest is counted`() throws
  {
    let home = try home(
      """
      test 'fine' { products show p-1 }
      test 'wrong name' { products show p-1 | expect name = Mug and price > 3 }
      test 'unknown' {
        print looking
        expect 404 { api get products/p-999 > /dev/null }
        expect body.errors[0].code = gone
        expect status = 405
      }
      test 'later' { skip 'not now' }
      test "$id" for id in ('p-1', 'p-2') { products show $id | expect id = $id }
      test 'broken' { fail 'no luck' }
      """)
    let result = try home.seashell("test", "tests")
    #expect(result.status == 1)
    #expect(result.errors == "")
    let time = try #require(result.output.firstMatch(of: /\((\d+\.\d\d s)\)\n$/)).1
    let durations = result.output.matches(of: /answered \d+ in (\S+)\n/).map(\.1)
    try #require(durations.count == 2)
    let body =
      #"{"errors":[{"status":"404","code":"not_found","title":"Not found","detail":"No such "#
      + #"product; GET /v1/products lists all."}]}"#
    #expect(
      result.output == """
        FAILED: wrong name (tests/a.sea:2)
          tests/a.sea:2: the record does not fulfill the condition
            test 'wrong name' { products show p-1 | expect name = Mug and price > 3 }
                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            record 1, p-1: name is 'Ocean mug'
            curl 'http://localhost/v1/products/p-1' -H 'Accept: application/json, */*;q=0.5' \
        # curl cannot reach this service, which is in the program
            answered 200 in \(durations[0])
          it has written:
            \(try home.succeed("products", "show", "p-1").dropLast())
        FAILED: unknown (tests/a.sea:3)
          tests/a.sea:6: not as expected: body.errors[0].code is 'not_found'
              expect body.errors[0].code = gone
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^
            curl 'http://localhost/v1/products/p-999' -H 'Accept: application/json, */*;q=0.5' \
        # curl cannot reach this service, which is in the program
            answered 404 in \(durations[1])
            \(body)
          tests/a.sea:7: not as expected: status is 404
              expect status = 405
                     ^^^^^^^^^^^^
          it has written:
            looking
        skipped: later: not now
        ERROR: broken (tests/a.sea:11)
          tests/a.sea:11: no luck
            test 'broken' { fail 'no luck' }
                            ^^^^^^^^^^^^^^
        7 tests in 1 file: 3 passed, 2 failed, 1 with an error, 1 skipped (\(time))

        """)
  }

  @Test func `the tokens of an answer are in no report`() throws {
    let tokens = ["fresh-access-1", "fresh.refresh.2", "fresh/id/3", "fresh-key-4", "fresh-sid-5"]
    let server = try FaultServer { request in
      switch request.target {
      case "/v1/form":
        .status(
          200, Array("access_token=fresh-access-1&x=1".utf8),
          type: "application/x-www-form-urlencoded")
      case "/v1/nested":
        .json(#"{"data":{"user":{"api_keys":["fresh-key-4"]},"id_token":"fresh\/id\/3"}}"#)
      default:
        .json(
          #"{"access_token":"fresh-access-1","refresh_token":"fresh.refresh.2"}"#,
          headers: ["Set-Cookie": "sid=fresh-sid-5; Path=/", "X-Auth-Token": "fresh-key-4"])
      }
    }
    let home = try home(
      """
      test 'record' { api get login; expect status = 404 }
      test 'table' { api get login -o table; expect body.access_token = other }
      test 'head' { api get login --include; expect headers.set-cookie = x }
      test 'values' {
        api get login -o tsv > /dev/null
        print $response.body.refresh_token $response.headers['set-cookie']
        let t = ($response.body.access_token)
        expect $t = other
      }
      test 'form' { api get form; expect 404 { api get form } }
      test 'nested' { api get nested | to csv; api get nested | get data; expect body = 1 }
      test 'said' { api get nested > /dev/null; fail $response.text }
      test 'program' { run echo '{"password":"fresh-key-4"}'; fail x }
      test 'passed' { api get login }
      """)
    for options in [[], ["-v"]] {
      let result = try Program.run(
        Program.seashell.path,
        ["-e", "\(server.url)/v1", "test", "tests", "--junit", "r.xml", "--tap", "r.tap"] + options,
        environment: home.environment, directory: home.home)
      #expect(result.status == 1, "\(result.errors)")
      let reports = try ["r.xml", "r.tap"].map {
        try String(contentsOf: home.home.appending(path: $0), encoding: .utf8)
      }
      for text in [result.output, result.errors] + reports {
        for token in tokens { #expect(!text.contains(token), "\(token): \(text)") }
      }
      #expect(
        result.output.contains(#""access_token":"…""#) && result.output.contains("it has written"))
    }
  }

  @Test(
    "The exit status tells what came",
    arguments: [
      ("test 'a' { print }", [], 0, "1 test in 1 file: 1 passed"),
      ("test 'a' { skip 'x' }", [], 0, "skipped: a: x"),
      ("test 'a' { expect 1 = 2 }", [], 1, "FAILED: a"),
      ("test 'a' { print", [], 2, "tests/a.sea:1: the '{' that begins here is never closed"),
      ("test 'a' { print }\nfail x", [], 1, "ERROR: outside of tests"),
      ("print no", [], 2, "there is no test in 'tests'"),
      ("test 'a' { print }", ["--filter", "b"], 2, "there is no test whose name contains 'b'"),
      ("test 'Some A' { print }", ["--filter", "some a"], 0, "1 passed"),
      ("test 'a' { print }", ["--junit", "-", "--tap", "-"], 2, "cannot both"),
      ("test 'a' { print }", ["--junit", "no/x.xml"], 1, "cannot write 'no/x.xml'"),
      ("test 'a' { print }", ["missing"], 2, "there is no file or folder 'missing'"),
      ("test 'a' { print }", ["--retries", "99"], 2, "--retries"),
    ] as [(String, [String], Int32, String)])
  func status(tests: String, arguments: [String], status: Int32, text: String) throws {
    let home = try home(tests)
    let result = try Program.run(
      Program.seashell.path, ["test", "tests"] + arguments, environment: home.environment,
      directory: home.home)
    #expect(result.status == status, "\(result.output)\(result.errors)")
    #expect((result.output + result.errors).contains(text), "\(result.output)\(result.errors)")
  }

  @Test func `only files of a folder that have a test are run, and none if one cannot be read`()
    throws
  {
    let home = try home("test 'a' { print a }")
    try home.file("tests/deep/b.sea", "test 'b' { print b }")
    try home.file("tests/deploy.sea", "print deployed > deployed.txt")
    try home.file("tests/.hidden.sea", "test 'hidden' { fail x }")
    try home.file("tests/notes.txt", "test 'no' { fail x }")
    let result = try home.seashell("test", "tests", "-v")
    #expect(result.status == 0)
    #expect(result.output.contains("passed: a") && result.output.contains("passed: b"))
    #expect(result.output.contains("2 tests in 2 files: 2 passed"))
    #expect(!FileManager.default.fileExists(atPath: home.home.appending(path: "deployed.txt").path))
    try home.file("tests/z.sea", "test 'z' { $( }")
    try home.file("tests/a.sea", "test 'a' { print ran > ran.txt }")
    #expect(try home.seashell("test", "tests").status == 2)
    #expect(!FileManager.default.fileExists(atPath: home.home.appending(path: "ran.txt").path))
  }

  @Test func `tests share what comes before them, and neither the user's session nor each other's`()
    throws
  {
    let home = try home(
      """
      let user = demo
      test 'signed out' { expect 401 { api get session } }
      test 'signs in' {
        session login --user $user --password-env SHOP_PASSWORD
        expect 200 { api get session }
        let user = other
        set anonymous on
        set retries 4
        set trace curl
      }
      test 'signed out again' { expect $user = demo; expect 401 { api get session } }
      session login --user $user --password-env SHOP_PASSWORD
      test 'signed in' { expect 200 { api get session } }
      test 'is anonymous' { set anonymous on; expect 401 { api get session } }
      test 'still signed in' { expect 200 { api get session } }
      """)
    try home.signIn()
    let result = try home.seashell("test", "tests")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("6 tests in 1 file: 6 passed"))
    #expect(try home.succeed("session", "status", "-o", "json").contains("demo"))
  }

  @Test func `a test that hangs, ends or kills the shell, or floods it, is contained`() throws {
    let home = try home(
      """
      test 'hangs' { sleep 1000 }
      test 'its program hangs' { run sleep 1000 }
      test 'floods' { run head -c 100000000 /dev/zero; fail full }
      test 'leaves a job and a rule' { sleep 1000 & on api.data.updated do print x; jobs | count }
      test 'has neither' { jobs | where status = running | count | expect count = 0 }
      test 'leaves a program' { run sh -c 'sleep 1000 & echo $!' > program.txt }
      test 'exits' { exit 7 }
      test 'goes on' { print }
      test 'kills' { run sh -c 'kill -9 $PPID' }
      test 'is not run' { print }
      """)
    try home.file("tests/b.sea", "test 'of another file' { print }")
    let seconds = Int(4 * Patience.factor)
    let result = try home.seashell("test", "tests", "--timeout", "\(seconds)")
    #expect(result.status == 1)
    for text in [
      "ERROR: hangs", "the test has not ended in \(seconds) s", "ERROR: its program hangs",
      "ERROR: floods",
      "it has written, after 99934464 bytes that are left out:", "ERROR: exits",
      "'exit' cannot end a test", "ERROR: kills",
      "the shell was ended by signal 9; later tests of the file were not run",
      "10 tests in 2 files: 5 passed, 5 with an error",
    ] {
      #expect(result.output.contains(text), "\(text): \(result.output.prefix(3000))")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int($0) }
      .filter { id in
        let words = try? String(contentsOfFile: "/proc/\(id)/environ", encoding: .utf8)
        return words?.contains("HOME=\(home.home.path)\0") == true
      }
    #expect(left == [])
  }

  @Test func `the files run beside one another, and are shown in order`() throws {
    let home = try home("test 'slow' { sleep 0.3; print slow }")
    for name in ["b", "c", "d"] {
      try home.file("tests/\(name).sea", "test '\(name)' { print \(name); fail \(name) }")
    }
    let result = try home.seashell("test", "tests", "--jobs", "4", "-v")
    let names = result.output.matches(of: #/(?:passed|ERROR): (\w+) /#).map { String($0.1) }
    #expect(names == ["slow", "b", "c", "d"])
    let first = try home.seashell(
      "test", "tests/b.sea", "tests/a.sea", "tests/b.sea", "--fail-fast")
    #expect(first.output.contains("1 test in 1 file: 0 passed, 1 with an error"))
  }

  @Test func `no report has a secret`() throws {
    let home = try home(
      """
      let --secret key = 'hidden-key'
      test "has $key" { print $key; run echo $key; expect $key = 'other' }
      """)
    let result = try home.seashell(
      "test", "tests", "--junit", "report.xml", "--tap", "report.tap", "-v")
    #expect(result.status == 1)
    for text in [
      result.output, result.errors,
      try String(contentsOf: home.home.appending(path: "report.xml"), encoding: .utf8),
      try String(contentsOf: home.home.appending(path: "report.tap"), encoding: .utf8),
    ] {
      #expect(!text.contains("hidden-key"), "\(text)")
    }
  }

  @Test func `Ctrl-C ends the tests and shows what came`() throws {
    let home = try home("test 'quick' { fail x }\ntest 'slow' { print > began.txt; sleep 1000 }")
    let worker = try RunningWorker(in: home, ["test", "tests"])
    let began = home.home.appending(path: "began.txt").path
    try worker.until("the second test") { FileManager.default.fileExists(atPath: began) }
    #expect(worker.end(with: SIGINT) == 130)
    #expect(worker.output.contains("ERROR: quick"))
    #expect(worker.output.contains("interrupted"))
  }

  @Test func `cookies stay in a test`() throws {
    let tests = """
      test 'none' { expect 200 { api get own } ; expect body.cookie is null }
      test 'one' { api post sign-in user=a; expect 200 { api get own }; expect body.cookie = a }
      test 'none again' { expect 200 { api get own }; expect body.cookie is null }
      api post sign-in user=b
      test 'shared' { expect 200 { api get own }; expect body.cookie = b }
      """
    let application = try WebApplication("cookies", "live")
    let home = try home(tests)
    let result = try home.seashell("--no-config", "-e", "\(application.address)/", "test", "tests")
    #expect(result.output.contains("4 passed"), "\(result.output)\(result.errors)")

    try checkCookiesOfEnvironments(at: application.address)

    // In a script, and outside of its tests there are none.
    try home.file(
      "script.sea",
      """
      test 'one' { api post sign-in user=a > /dev/null; api get own --header 'Cookie: session=x' }
      api get own
      api post sign-in user=b > /dev/null
      api get own
      test 'another' { api get own }
      api get own
      """)
    let script = try home.seashell(
      "--no-config", "-e", "\(application.address)/", "-f", "script.sea")
    let none = #"{"cookie":null}"#
    #expect(script.status == 0, "\(script.errors)")
    #expect(
      script.output.hasSuffix(Array(repeating: none, count: 4).joined(separator: "\n")),
      "\(script.output)")
  }

  /// Checks that two environments, and two APIs, have cookies of their own at one server.
  private func checkCookiesOfEnvironments(at address: String) throws {
    let home = try home(
      """
      env use one
      api post sign-in user=a
      test 'its own' { expect 200 { api get own }; expect body.cookie = a }
      test 'another environment' { env use two; expect 200 { api get own }; expect body.cookie is null }
      test 'another API' { expect 200 { api get other:own }; expect body.cookie is null }
      test 'beside one another' {
        api post other:sign-in user=b
        expect 200 { api get other:own }
        expect body.cookie = b
        expect 200 { api get own }
        expect body.cookie = a
      }
      """)
    let environment = "{ baseURL: '\(address)', version: 'v1' }"
    try home.file(
      "config/seashell/config.json",
      """
      { environments: { one: \(environment), two: \(environment) },
        apis: { other: { environments: { one: \(environment) } } } }
      """)
    let result = try home.seashell("test", "tests")
    #expect(result.output.contains("4 passed"), "\(result.output)\(result.errors)")
  }
}
