import ShellCommands
import ShellLanguage
import ShellOutput

extension PipelineRun {
  /// Runs the segments of records concurrently; returns their failures, in order.
  ///
  /// Ctrl-C ends all of them, whatever each of them waits for.
  func runSegments() async throws -> [any Error] {
    // What can ignore Ctrl-C, such as a module's command, is a wait of its own, which can be abandoned.
    try await shell.interrupts.cancelling(canAbandon: false) { await self.failuresOfSegments() }
  }

  private func failuresOfSegments() async -> [any Error] {
    let heads = links.indices.filter { index in
      index == 0 || !links[index - 1].feedsNext
    }
    // The first one starts last, when the others can read what it writes.
    for head in heads.dropFirst() + heads.prefix(1) {
      tasks.append(
        Task.immediate {
          let failures = await self.failures(of: head)
          if !failures.isEmpty, self.shell.isInterrupted {
            for task in self.tasks { task.cancel() }
          }
          return failures
        })
    }
    defer { tasks = [] }
    return await withTaskCancellationHandler { [tasks] in
      var failures: [any Error] = []
      for task in tasks.suffix(1) + tasks.dropLast() { failures += await task.value }
      return failures
    } onCancel: { [tasks] in
      for task in tasks { task.cancel() }
    }
  }

  /// Stops the work of a segment that has failed with an error, and waits for its end; a second Ctrl-C does not wait.
  func abandon(_ segment: RecordSegment, after error: any Error) async {
    let stages = segment.abandon()
    guard !stages.isEmpty, !(error is Interrupts.Abandoned) else { return }
    try? await shell.interrupts.cancelling { for stage in stages { await stage.ended() } }
  }

  /// Runs a segment of records and the segments that it feeds directly; returns their failures, in order.
  private func failures(of head: Int) async -> [any Error] {
    var last = head
    while links[last].feedsNext { last += 1 }
    defer {
      if let pipe = links[last].pipe { close(pipe) }
      if head > 0, let pump = links[head].pump { close(pump.descriptor) }
    }
    do {
      try await runSource(of: links[head])
    } catch is OutputClosed {
      // The following stages need no more records, or the next program has stopped reading.
    } catch {
      return await end(head...last, after: error)
    }
    do {
      for index in head...last {
        if index > head { try endReader(of: index) }
        do {
          try await finish(links[index])
        } catch is OutputClosed where links[index].feedsNext {
          // The reader needs no more bytes.
        }
      }
      return []
    } catch is OutputClosed where links[last].pipe != nil {
      return []
    } catch {
      for index in head...last { await abandon(links[index], after: error) }
      return [error]
    }
  }

  /// Ends segments whose source has failed: the records that came go through all stages.
  ///
  /// Returns the failure, and that of a stage, if any.
  private func end(_ indexes: ClosedRange<Int>, after failure: any Error) async -> [any Error] {
    let isEnd =
      failure is ShellExit || failure is BlockExit || ShellError(failure).code == .interrupted
    var failures = [failure]
    for link in links[indexes] {
      let releases = !isEnd && failures.count == 1 && !shell.isInterrupted
      do {
        if releases { try await shell.interrupts.cancelling { try await link.segment.release() } }
      } catch {
        failures.append(error)
      }
      await abandon(link, after: failure)
      if releases, let writer = link.descriptor.flatMap({ writers[$0] }) {
        try? await shell.interrupts.cancelling { try await writer.drained() }
      }
    }
    return failures
  }

  private func abandon(_ link: Link, after error: any Error) async {
    await abandon(link.segment, after: error)
    try? link.flush()
  }

  /// Ends the reader of a segment, after the preceding segment has flushed its bytes into it.
  private func endReader(of index: Int) throws {
    if links[index - 1].destination.stream.failure is OutputClosed { return }
    do {
      try links[index].segment.reader?.end()
    } catch is OutputClosed {
      // The following stages need no more records.
    }
  }

  private func runSource(of link: Link) async throws {
    if case .value(let value, let word) = link.source {
      return try write(value, of: word, from: link)
    }
    switch link.source {
    case .compound(let compound):
      return try await writing(to: link) {
        try await shell.nesting {
          try await BlockRunner(shell, from: source, by: runner).run(compound)
        }
      }
    case .call(let call): return try await run(call, of: link)
    case .reader: return try await link.pump?.run(isInterrupted: { shell.isInterrupted }) ?? ()
    case .command, .value: break
    }
    guard case .command(let words) = link.source else { return }
    if let next = link.segment.destination.next, words[0].text == "source" {
      throw ShellError(
        .usage, "'source' passes no records on to '\(next.name)'",
        hint: "pipe the results of the commands in the script", word: 0)
    }
    let outer = shell.scope.outlet
    if let descriptor = link.descriptor { shell.scope.outlet = (link.destination, descriptor) }
    defer { shell.scope.outlet = outer }
    try await CommandRunner(shell).run(words, to: link.segment.destination)
  }

  /// Runs statements whose results go to the segment, after the one that runs has ended.
  private func writing(to link: Link, _ body: () async throws -> Void) async throws {
    let outer = shell.scope.outlet
    let target = link.segment.destination
    if link.descriptor != nil || target.next != nil || link.feedsNext {
      // Programs cannot write records.
      shell.scope.outlet = (target, target.next == nil ? link.descriptor : nil)
    }
    defer { shell.scope.outlet = outer }
    try await body()
  }

  private func run(_ call: DefinitionCall, of link: Link) async throws {
    var value: VariableValue?
    try await writing(to: link) { value = try await call.run(in: shell, by: runner) }
    guard let value else { return }
    if collector != nil, pipeline.stages.isEmpty { returned = value }
    try write(value, of: call.words[0], from: link)
  }

  private func write(_ value: VariableValue, of word: Word, from link: Link) throws {
    do {
      try shell.show(value, to: link.segment.destination, keepsResult: collector == nil)
    } catch {
      throw error is OutputClosed ? error : ShellError(error).spanning([word])
    }
  }

  private func finish(_ link: Link) async throws {
    let result = try await shell.interrupts.cancelling { try await link.segment.finish() }
    try link.flush()
    if let writer = link.descriptor.flatMap({ writers[$0] }) {
      try await shell.interrupts.cancelling { try await writer.drained() }
    }
    if result?.count ?? 0 == 0, link.segment.hasDroppedAll {
      shell.console.notify("no records")
    }
    if let result, collector == nil { shell.variables.result = result }
  }
}

extension PipelineRun.Link {
  /// Writes the buffered bytes of the segment's stream, unless it is the statement's own stream.
  @MainActor
  fileprivate func flush() throws {
    if descriptor != nil || feedsNext {
      try destination.stream.flush()
    } else if let failure = destination.stream.failure {
      throw failure
    }
  }
}
