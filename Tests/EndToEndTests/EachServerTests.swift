import Glibc
import TestSupport
import Testing

/// An `each` stage whose server ends while its commands run.
@Suite(.mayBlock) struct EachServerTests {
  @Test func `a lost server ends an each stage with its status`() throws {
    let served = try ServedShop()
    let home = try served.client()
    let talk = try Conversation.pipes(
      ["-c", "! yes p-1 | from tsv --fields id | each --jobs 8 products show $it.id | get name"],
      in: home)
    try talk.hear("Ocean mug\n")
    served.end(with: SIGKILL)
    let (status, rest) = try talk.end()
    #expect(status == 5)
    let lines = rest.split(separator: "\n").filter { $0 != "Ocean mug" }
    // The results of the records before the failing one are kept, in order and complete.
    #expect(lines.first?.contains(": record ") == true || lines.first?.contains(": line ") == true)
    #expect(lines.count == 3, "\(lines)")
  }

  @Test func `each reports posted records, and failed ones by their lines`()
    throws
  {
    let served = try ServedShop()
    let home = try served.client()
    try home.signIn()
    let rows = (1...2_000).map { "p-1,4,number \($0)\r\n" }.joined()
    let file = try home.file("reviews.csv", "product,rating,comment\r\n" + rows)
    let talk = try Conversation.pipes(
      [
        "-c",
        "from csv \(file) | each reviews add $it.product --rating $it.rating --comment $it.comment "
          + "| get comment",
      ], in: home)
    try talk.hear("number 3\n")
    served.end(with: SIGKILL)
    let (status, rest) = try talk.end()
    #expect(status == 5)
    #expect(rest.contains("of \(file): "))
  }
}
