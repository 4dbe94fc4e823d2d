import FoundationEssentials
import Testing
import WebAPI

@Suite struct ContainerTests {
  @Test func `a container's data is decoded`() throws {
    let one = answer(200, #"{"data":{"id":"a"},"meta":{}}"#)
    #expect(try one.resourceInContainer() == Item(id: "a"))
    #expect(try one.nullableResourceInContainer(.snakeCase) == Item(id: "a"))
    let list = answer(200, #"{"data":[{"id":"a"}],"errors":[]}"#)
    #expect(try list.emptyableResourceInContainer() == [Item(id: "a")])
  }

  @Test(arguments: [
    (204, ""), (404, "{}"), (200, ""), (200, "{}"), (200, #"{"data":null}"#),
  ])
  func `a container without data gives nil or no elements`(status: Int, body: String) throws {
    let answer = answer(status, body)
    let item: Item? = try answer.nullableResourceInContainer()
    #expect(item == nil)
    let items: [Item] = try answer.emptyableResourceInContainer()
    #expect(items.isEmpty)
  }

  @Test(arguments: ["{}", #"{"data":null}"#])
  func `required data that is missing from a container is named`(body: String) {
    let error = #expect(throws: APIError.self) {
      let _: Item = try answer(200, body).resourceInContainer()
    }
    #expect(error?.code == .unavailable)
    #expect(error?.detail == "'data' is missing")
    let other = #expect(throws: APIError.self) {
      let _: APIPage<Item> = try answer(200, body).pagedResourceInContainer()
    }
    #expect(other?.detail == "'data' is missing")
  }

  @Test func `a decoding error says where in the container's data`() {
    let error = #expect(throws: APIError.self) {
      let _: [Item] = try answer(200, #"{"data":[{"id":1}]}"#).resourceInContainer()
    }
    #expect(
      error?.detail == "'data[0].id' is a number, and should be text")
  }

  @Test(
    arguments: [
      (#"{"errors":[{"detail":"no"}],"data":5}"#, .unprocessable, 200),
      (#"{"errors":[{"status":"403","detail":"no"}]}"#, .forbidden, 403),
      (#"{"errors":[{"status":404,"detail":"no"}]}"#, .unavailable, 404),
      (#"{"errors":[{"status":"200","detail":"no"}]}"#, .unprocessable, 200),
    ] as [(String, APIError.Code, Int)])
  func `a container's errors are thrown`(body: String, code: APIError.Code, status: Int) {
    let answer = answer(200, body)
    let errors = [
      #expect(throws: APIError.self) { let _: Item = try answer.resourceInContainer() },
      #expect(throws: APIError.self) { let _: Item? = try answer.nullableResourceInContainer() },
      #expect(throws: APIError.self) { let _: [Item] = try answer.emptyableResourceInContainer() },
      #expect(throws: APIError.self) {
        let _: APIPage<Item> = try answer.pagedResourceInContainer()
      },
    ]
    for error in errors {
      #expect(error?.code == code)
      #expect(error?.status == status)
      #expect(error?.detail == "no")
    }
  }

  @Test func `a container's status is checked first`() {
    let error = #expect(throws: APIError.self) {
      let _: Item? = try answer(401, #"{"data":{"id":"a"}}"#).nullableResourceInContainer()
    }
    #expect(error?.code == .unauthorized)
  }
}
