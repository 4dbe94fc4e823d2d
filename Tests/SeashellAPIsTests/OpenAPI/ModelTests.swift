import Testing

@testable import SeashellAPIs

@Suite struct ModelTests {
  @Test func `a set of types has the names of documents`() {
    #expect(DescribedTypes(name: "integer") == .integer)
    #expect(DescribedTypes(name: "any") == nil)
    #expect((["string", "null"].compactMap(DescribedTypes.init) as [DescribedTypes]).count == 2)
    #expect(DescribedTypes([.null, .string]).names == ["string", "null"])
  }

  @Test(arguments: [
    (DescribedParameter.Location.path, DescribedStyle.simple, false), (.query, .form, true),
    (.header, .simple, false), (.cookie, .form, true),
  ])
  func `a parameter has the style of its location`(
    location: DescribedParameter.Location, style: DescribedStyle, isExploded: Bool
  ) {
    let parameter = DescribedParameter(name: "a", in: location)
    #expect(parameter.style == style && parameter.isExploded == isExploded)
  }

  @Test func `an idempotency key is found in any case, among the headers only`() {
    var operation = DescribedOperation(id: "a", method: .post, path: "/a")
    operation.parameters = [DescribedParameter(name: "Idempotency-Key", in: .query)]
    #expect(operation.idempotencyKey == nil)
    operation.parameters.append(DescribedParameter(name: "idempotency-KEY", in: .header))
    #expect(operation.idempotencyKey?.name == "idempotency-KEY")
  }
}
