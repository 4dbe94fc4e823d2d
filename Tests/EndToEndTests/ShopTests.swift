import Foundation
import TestSupport
import Testing

@Suite(.mayBlock) struct ShopTests {
  @Test func `products and reviews are written as TSV and as JSON`() throws {
    let sandbox = try Sandbox()
    let script = "products list --query mug\nproducts show p-1\nreviews list p-1\n"
    let plain = try sandbox.seashell(input: script)
    #expect(plain.status == 0)
    #expect(plain.output.contains("p-1\tOcean mug\t18.5\tEUR\n"))
    #expect(!plain.output.contains("\u{1B}"))
    let json = try sandbox.seashell("-o", "json", input: script)
    let counted = try Program.run(
      "/usr/bin/jq", ["-s", "-c", "map(type)"], input: Data(json.output.utf8),
      environment: sandbox.environment, directory: sandbox.home)
    #expect(counted.output == #"["array","object","array"]"# + "\n")
  }

  @Test func `a review posted in one process is listed in another`() throws {
    let sandbox = try Sandbox()
    let before = try sandbox.seashell("reviews", "add", "p-1", "--rating", "4", "--comment", "x")
    #expect(before.status == 4)
    #expect(before.errors.contains("session login"))

    try sandbox.signIn()
    let wrong = try sandbox.seashell(
      "-v", "reviews", "add", "p-1", "--rating", "9", "--comment", "x")
    #expect(wrong.status == 2)
    #expect(!wrong.errors.contains("POST"))

    let added = try sandbox.seashell(
      "reviews", "add", "p-1", "--rating", "4", "--comment", "It's fine")
    #expect(added.status == 0)
    let listed = try sandbox.seashell("reviews", "list", "p-1")
    let first = listed.output.split(separator: "\n").first.map(String.init)
    #expect(first.map { $0 + "\n" } == added.output)
    #expect(first?.hasSuffix("\t4\tIt's fine\tdemo") == true)
  }

  @Test func `the files of a session are private to their owner`() async throws {
    // The file mode mask belongs to the whole process.
    await #expect(processExitsWith: .success) {
      umask(0)
      let sandbox = try Sandbox.signedIn()
      let files = try #require(
        FileManager.default.enumerator(at: sandbox.home, includingPropertiesForKeys: nil))
      var count = 0
      while let file = files.nextObject() as? URL {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file.path)")
        count += 1
      }
      #expect(count >= 2)
    }
  }

  @Test func `no review is lost if eight processes post at once`() throws {
    let sandbox = try Sandbox.signedIn()
    let script = (1...5).map { "reviews add p-44 --rating 5 --comment 'number '$1'.\($0)'" }
    let file = try sandbox.file("post.sea", script.joined(separator: "\n") + "\n")
    let processes = try (1...8).map { index in
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(null) }
      return try Program.spawn(
        Program.seashell.path, ["-f", file, "\(index)"], environment: sandbox.environment,
        directory: sandbox.home, descriptors: [null, null, null])
    }
    for process in processes { #expect(Program.wait(for: process) == 0) }
    let listed = try sandbox.seashell("reviews", "list", "p-44", "--all")
    let comments = listed.output.split(separator: "\n").map { $0.split(separator: "\t")[2] }
    #expect(Set(comments).count == 40 && comments.count == 40)
  }

  @Test func `an acknowledged review survives a kill`() throws {
    let sandbox = try Sandbox.signedIn()
    let talk = try Conversation.pipes(in: sandbox)
    try talk.say("reviews add p-44 --rating 5 --comment kept\n")
    try talk.hear("kept\tdemo\n")
    talk.kill()
    #expect(try talk.end().status == 128 + SIGKILL)
    #expect(try sandbox.seashell("reviews", "list", "p-44").output.contains("kept"))
  }

  @Test func `a review posted earlier in a script is seen later in it`() throws {
    let sandbox = try Sandbox.signedIn()
    let result = try sandbox.seashell(
      input: """
        reviews list p-44
        reviews add p-44 --rating 3 --comment "so so"
        reviews list p-44 | cut -f3
        events -o json | grep -o 'api.data.inserted'
        """)
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("so so\napi.data.inserted\n"))
  }
}
