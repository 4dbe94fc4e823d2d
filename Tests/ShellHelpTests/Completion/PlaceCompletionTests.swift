import Testing
import ShellTestSupport

@testable import ShellCommands
@testable import ShellHelp
@testable import ShellRuntime

/// The suggestions of Tab for `open`, and at a place.
@MainActor
@Suite struct PlaceCompletionTests {
  let bench: PlaceBench

  init() throws { bench = try PlaceBench() }

  @Test(
    arguments: [
      ("", "open g", ["open goods/"]), ("", "open /g", ["open /goods/"]),
      (
        "", "open goods/",
        ["open goods/g-1/", "open goods/g-12/", "open goods/g%2F2/", "open goods/new"]
      ),
      ("", "open goods/g-1", ["open goods/g-1/", "open goods/g-12/"]),
      ("", "open goods/n", ["open goods/new"]),
      ("", "open goods/g-1/o", ["open goods/g-1/opinions/"]),
      ("", "open goods/g-1/opinions/", ["open goods/g-1/opinions/o-1\\ of\\ g-1"]),
      ("", "open nowhere/", []), ("", "open ../", ["open ../goods/"]),
      ("goods/g-1", "open o", ["open opinions/"]), ("goods/g-1", "open g", ["open goods/"]),
      ("goods/g-1", "open ", ["open opinions/", "open goods/"]),
      ("goods/g-1", "open ../n", ["open ../new"]),
      ("goods", "open g-12", ["open g-12/"]), ("goods", "open ./g-12", ["open ./g-12/"]),
      ("goods/g-1", "open opinions/", ["open opinions/o-1\\ of\\ g-1"]),
    ])
  func `paths of places are completed part by part`(place: String, line: String, lines: [String])
    async
  {
    if !place.isEmpty { _ = await bench.run("open \(place)") }
    #expect(bench.lines(line) == lines)
  }

  @Test func `a completed path continues where a route does`() {
    let candidates = { (line: String) in
      bench.completer.completion(of: line, at: line.utf8.count).candidates
    }
    #expect(candidates("open go").map(\.endsWord) == [false])
    #expect(candidates("open goods/ne").map(\.endsWord) == [true])
    #expect(candidates("open goods/g-12").map(\.label) == ["g-12"])
    #expect(candidates("open goods/g-12").map(\.abstract) == ["about g-12"])
  }

  @Test(
    arguments: [
      ("goods/g-1", "sho", ["shop", "show"]), ("goods/g-1", "unl", ["unlock"]),
      ("goods/g-1", "show g-12", ["show g-12"]),
      ("goods/g-1", "show --o", ["show --output"]),
      ("goods/g-1", "opinions show ", ["opinions show o-1\\ of\\ g-1"]),
      ("goods/g-1", "opinions show o", ["opinions show o-1\\ of\\ g-1"]),
      ("goods/g-1", "opinions show g-12", ["opinions show g-12"]),
      ("goods/g-1", "opinions show g-12 ", ["opinions show g-12 o-1\\ of\\ g-12"]),
      ("goods/g-1/opinions", "show ", ["show o-1\\ of\\ g-1"]),
      ("goods/g-1/opinions", "show g-12 ", ["show g-12 o-1\\ of\\ g-12"]),
      ("goods/g-1/opinions", "add --l", ["add --loud"]),
      ("goods/g-1", "ls ../n", ["ls ../new"]), ("goods/g-1", "cd ../n", ["cd ../new"]),
      ("goods/g-1", "ls --o", ["ls --output"]),
      ("goods/g-1/opinions", "time sho", ["time shop", "time show"]),
    ])
  func `completion knows the values of the place`(place: String, line: String, lines: [String])
    async
  {
    _ = await bench.run("open \(place)")
    #expect(bench.lines(line) == lines)
  }

  @Test func `an argument that the place gives is offered with the options`() async {
    _ = await bench.run("open goods/g-1")
    #expect(
      bench.lines("show ")
        == ["g-1", "g-12", "g/2", "--output", "--help", "-o", "-h"].map { "show \($0)" })
    _ = await bench.run("home")
    #expect(bench.lines("goods show ") == ["goods show g-1", "goods show g-12", "goods show g/2"])
    #expect(bench.lines("show ").isEmpty)
  }

  @Test func `completion of a form's answer knows the place`() async {
    _ = await bench.run("open goods/g-1")
    #expect(
      bench.completer.candidates(of: "opinions.id", for: "o").map(\.replacement) == ["o-1 of g-1"])
  }
}
