import SeashellKit
import SeashellTesting
import Testing

@Suite struct EventRecorderTests {
  @Test func `an event recorder records every event from every thread`() async {
    let bus = EventBus()
    bus.post(DataInvalidated(resource: nil, environment: .test))
    let recorder = EventRecorder(bus)
    bus.post(DataInserted(resource: "products/p-1/reviews", id: "r-1", environment: .test))
    bus.post(DataInvalidated(resource: "products", environment: .test))
    #expect(recorder.names == ["api.data.inserted", "api.data.invalidated"])
    #expect(recorder.events(of: DataInserted.self).map(\.id) == ["r-1"])
    #expect(recorder.events(of: DataDeleted.self).isEmpty)
    await withTaskGroup { group in
      for _ in 1...8 {
        group.addTask {
          for _ in 1...100 { bus.post(DataInvalidated(resource: nil, environment: .test)) }
        }
      }
    }
    #expect(recorder.events.count == 802)
  }

  @Test func `an event recorder records nothing after its release`() {
    let bus = EventBus()
    var recorder: EventRecorder? = EventRecorder(bus)
    #expect(bus.hasSubscribers(for: DataInserted.self))
    #expect(recorder?.events.isEmpty == true)
    recorder = nil
    #expect(!bus.hasSubscribers(for: DataInserted.self))
  }
}
