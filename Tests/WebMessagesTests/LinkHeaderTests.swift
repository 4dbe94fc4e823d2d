import Testing
import WebMessages

@Suite struct LinkHeaderTests {
  @Test(
    arguments: [
      (["<a>; rel=\"next\""], "a"), (["<a>; rel=next"], "a"), (["<a>;rel=NEXT"], "a"),
      (["<a>; rel=\"prev\", <b>; rel=\"next\""], "b"), (["<a>; rel=prev", "<b>; rel=next"], "b"),
      (["<a?x=1,2;3>; title=\"x, <y>; rel=\\\"next\\\"\"; rel=\"last next\""], "a?x=1,2;3"),
      (["<a>; rel=nextish"], nil), (["<a>; x=next"], nil), (["a; rel=next"], nil), (["<a>"], nil),
      ([""], nil), (["<a; rel=next"], nil), ([], nil), (["<>; rel=next"], ""),
    ] as [([String], String?)])
  func `Link fields are parsed by RFC 8288`(values: [String], target: String?) {
    #expect(LinkHeader.target(of: "next", in: values) == target)
  }

  @Test func `all links with a relation are found, in order`() {
    let values = ["<a>; rel=describedby, <b>; rel=next", "<c>; rel=\"next describedby\""]
    #expect(LinkHeader.targets(of: "describedby", in: values) == ["a", "c"])
    #expect(LinkHeader.targets(of: "service-desc", in: values).isEmpty)
  }
}
