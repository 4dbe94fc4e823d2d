import HTTPTestClient
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellModules

@MainActor @Suite struct GatewayEventTests {
  @Test(arguments: [
    (["events"], "?name=api.data.*", ["api.data.inserted", "api.data.updated"]),
    (["events"], "?name=api.data.updated,hello.*", ["api.data.updated", "hello.greeted"]),
    (
      ["events"], "?name=api.data.updated&name=hello.greeted",
      ["api.data.updated", "hello.greeted"]
    ),
    (
      ["events"], "",
      ["api.data.inserted", "shell.command.finished", "api.data.updated", "hello.greeted"]
    ),
    (["events api.data.*"], "", ["api.data.inserted", "api.data.updated"]),
    (["events api.data.updated", "events hello.*"], "", ["api.data.updated", "hello.greeted"]),
    (["events api.*"], "?name=api.data.inserted", ["api.data.inserted"]),
  ])
  func `a module receives the events that it may have and asks for`(
    _ rules: [String], _ query: String, _ names: [String]
  ) async throws {
    let gateway = try await GatewayFixture(rules)
    let listener = try await gateway.listen(query)
    let bus = gateway.bus
    bus.post(DataInserted(resource: "products", id: "p-1", environment: .test))
    bus.post(CommandFinished(command: "products list", status: 0, duration: 1))
    bus.post(DataUpdated(resource: "products", id: "p-1", environment: .test))
    bus.post(DynamicEvent(eventName: "hello.greeted", payload: ["who": "you"]))
    for name in names {
      #expect(await listener.next()?.hasPrefix("event: \(name)\ndata: ") == true)
    }
    await gateway.close()
    #expect(await listener.next() == nil)
  }

  @Test func `a module receives no events of another API`() async throws {
    let gateway = try await GatewayFixture(["events"])
    let listener = try await gateway.listen()
    let other = EnvironmentID(api: "wh", name: "live")
    gateway.bus.post(DataInserted(resource: "items", id: "i-1", environment: other))
    gateway.bus.post(SignedIn(user: "ada", environment: other))
    gateway.bus.post(
      EnvironmentChanged(environment: other, previous: EnvironmentID(api: "wh", name: "test")))
    gateway.bus.post(EnvironmentChanged(environment: other, previous: .test))
    gateway.bus.post(DynamicEvent(eventName: "hello.own", payload: ["environment": "wh:live"]))
    gateway.bus.post(DataUpdated(resource: "products", id: "p-1", environment: .test))
    // A switch away from its API concerns it, too.
    #expect(await listener.next()?.contains(#""previous":"shop:test""#) == true)
    #expect(await listener.next()?.hasPrefix("event: hello.own\n") == true)
    #expect(await listener.next()?.contains("products") == true)
    await gateway.close()
  }

  @Test func `a gateway event consists of its name and its content in JSON`() async throws {
    let gateway = try await GatewayFixture(["events"])
    let listener = try await gateway.listen()
    gateway.bus.post(DataInserted(resource: "products/p-7/reviews", id: "r-1", environment: .test))
    gateway.bus.post(DynamicEvent(eventName: "a.bad\ndata: x", payload: "y"))
    gateway.bus.post(DynamicEvent(eventName: "a.b", payload: ["text": "one\ntwo \"three\""]))
    #expect(
      await listener.next()
        == "event: api.data.inserted\ndata: {\"resource\":\"products/p-7/reviews\",\"id\":\"r-1\","
        + "\"environment\":\"shop:test\"}")
    #expect(
      await listener.next() == "event: a.b\ndata: {\"text\":\"one\\ntwo \\\"three\\\"\"}")
    await gateway.close()
    #expect(await listener.next() == nil)
  }

  @Test(arguments: [
    ([], "", "events", "may not hear events"),
    (["GET /**"], "?name=a.b", "events a.b", "may not hear the events 'a.b'"),
    (["events api.data.*"], "?name=api.*", "events api.*", "may not hear the events 'api.*'"),
    (["events api.data.*"], "?name=*", "events", "may not hear the events '*'"),
    (["events a.b"], "?name=a.b,a.c", "events a.c", "may not hear the events 'a.c'"),
  ])
  func `an event that is not allowed is refused with its rule`(
    _ rules: [String], _ query: String, _ rule: String, _ message: String
  ) async throws {
    let gateway = try await GatewayFixture(rules)
    let reply = try await gateway.send("GET", "/events" + query)
    #expect(reply.status == 403)
    #expect(reply.text.contains(#""rule":"\#(rule)"}}"#))
    #expect(reply.text.contains(message))
    await gateway.close()
  }

  @Test(arguments: ["?name=a*", "?name=.", "?nome=a", "?name=%zz", "?name=a..b"])
  func `an invalid query for events is refused`(_ query: String) async throws {
    let gateway = try await GatewayFixture(["events"])
    #expect(try await gateway.send("GET", "/events" + query).status == 400)
    await gateway.close()
  }

  @Test func `a stream without events gets a comment every 15 seconds`() async throws {
    let clock = ManualClock()
    let gateway = try await GatewayFixture(["events"], clock: clock)
    let listener = try await gateway.listen()
    for _ in 0..<3 {
      await clock.sleepers(1)
      clock.advance(by: .seconds(15))
      #expect(await listener.next() == ":")
    }
    gateway.bus.post(DynamicEvent(eventName: "a.b"))
    #expect(await listener.next() == "event: a.b\ndata: null")
    await gateway.close()
  }

  @Test func `A listener that does not read misses the oldest events and is told how many`()
    async throws
  {
    let gateway = try await GatewayFixture(["events"])
    let listener = try await gateway.listen(window: 4_096)
    let (count, text) = (20_000, JSONValue.string(String(repeating: "x", count: 1_000)))
    for number in 0..<count {
      gateway.bus.post(DynamicEvent(eventName: "a.b", payload: [.integer(number), text]))
      if number.isMultiple(of: 500) { await Task.yield() }
    }
    gateway.bus.post(DynamicEvent(eventName: "a.last"))
    var (heard, lost) = (0, 0)
    while let event = await listener.next(), !event.hasPrefix("event: a.last") {
      if event.hasPrefix("event: seashell.lost\ndata: {\"count\":") {
        lost += try #require(
          Int(
            event.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }
              .dropFirst().drop { $0 != ":" }.dropFirst().dropLast()))
      } else {
        heard += 1
      }
    }
    // The rest was in the socket's buffers, and in the two batches that the gateway holds.
    #expect(lost > 10_000)
    #expect(heard + lost == count)
    await gateway.close()
  }

  @Test func `a gateway lease counts as used while a stream is open`() async throws {
    let gateway = try await GatewayFixture(["events"])
    #expect(!gateway.lease.isUsed())
    let listener = try await gateway.listen()
    #expect(gateway.lease.isUsed())
    listener.connection.hangUp()
    while gateway.lease.isUsed() { _ = try await gateway.send("GET", "/nothing") }
    await gateway.close()
  }

  @Test func `A listener that leaves is forgotten`() async throws {
    let gateway = try await GatewayFixture(["events"])
    for _ in 0..<100 {
      let reply = try await gateway.request("GET", gateway.base + "/events")
      _ = try await reply.text(through: "\r\n\r\n")
      reply.hangUp()
      _ = await reply.bytesToEnd()
      while try await gateway.send("GET", "/nothing").status == 429 {}
    }
    await gateway.close()
  }

  @Test func `A module posts events of its own`() async throws {
    let gateway = try await GatewayFixture(["events api.*"])
    let recorder = EventRecorder(gateway.bus)
    let reply = try await gateway.send(
      "POST", "/events",
      body: #"{"name":"hello.greeted.warmly","payload":{"who":"you","n":[1,2.5,true,null]}}"#)
    #expect(reply.status == 204)
    #expect(try await gateway.send("POST", "/events", body: #"{"name":"hello.b"}"#).status == 204)
    #expect(
      recorder.events(of: DynamicEvent.self) == [
        DynamicEvent(
          eventName: "hello.greeted.warmly", payload: ["who": "you", "n": [1, 2.5, true, nil]]),
        DynamicEvent(eventName: "hello.b"),
      ])
    await gateway.close()
  }

  @Test func `A posted event keeps every digit and the order of its members`() async throws {
    let gateway = try await GatewayFixture(["events"])
    let recorder = EventRecorder(gateway.bus)
    let listener = try await gateway.listen()
    let payload =
      #"{"z":0.1000000000000000055,"a":[12345678901234567890.12,{"y":18446744073709551616,"b":1e400}]}"#
    let body = #"{"name":"hello.exact","payload":\#(payload)}"#
    #expect(try await gateway.send("POST", "/events", body: body).status == 204)
    #expect(recorder.events(of: DynamicEvent.self).map(\.payload.jsonText) == [payload])
    #expect(await listener.next() == "event: hello.exact\ndata: \(payload)")
    await gateway.close()
  }

  @Test(arguments: [
    (#"{"name":"api.data.inserted"}"#, 403, "the names of its events begin with 'hello.'"),
    (#"{"name":"hello"}"#, 403, "may not post 'hello'"),
    (#"{"name":"helloo.a"}"#, 403, "may not post 'helloo.a'"),
    (#"{"name":"hello."}"#, 400, "no dotted 'name'"),
    (#"{"name":"hello.a b"}"#, 400, "no dotted 'name'"),
    (#"{"name":"hello.a\nb"}"#, 400, "no dotted 'name'"),
    (#"{"name":7}"#, 400, "no dotted 'name'"), ("[]", 400, "no dotted 'name'"),
    ("{", 400, "not valid JSON: expected a name in double quotes at byte 1"),
    ("", 400, "not valid JSON"),
    (#"{"name":"hello.a","payload":}"#, 400, "not valid JSON"),
    (String(repeating: " ", count: 65_537), 413, "larger than 64 KiB"),
  ])
  func `An event that a module may not post is refused`(
    _ body: String, _ status: Int, _ message: String
  ) async throws {
    let gateway = try await GatewayFixture(["events"])
    let recorder = EventRecorder(gateway.bus)
    let reply = try await gateway.send("POST", "/events", body: body)
    #expect(reply.status == status)
    #expect(reply.text.contains(message))
    #expect(recorder.events.isEmpty)
    await gateway.close()
  }

  @Test func `a module without a rule for events cannot post one`() async throws {
    let gateway = try await GatewayFixture(["* /**"])
    let reply = try await gateway.send("POST", "/events", body: #"{"name":"hello.a"}"#)
    #expect(reply.status == 403)
    #expect(reply.text.contains(#""rule":"events"}}"#))
    await gateway.close()
  }
}
