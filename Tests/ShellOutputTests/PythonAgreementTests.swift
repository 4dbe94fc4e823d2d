@testable import ShellOutput
import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

/// Compares our readers and writers with Python's on the same documents.
@MainActor
@Suite struct `Readers and Python` {
  private struct Document: Decodable {
    let format: String
    let text: String
    /// Each record as JSON in one line.
    let records: [String]
  }

  @Test func `our readers and Python read the same records from generated CSV and JSON`() throws {
    let documents = try Self.documents()
    #expect(documents.count == 600)
    for document in documents {
      let format = try #require(InputFormat(rawValue: document.format))
      let kept = try read(format, document.text)
      let records = kept.objects.map { object in
        CellValue.record(
          (object.fieldsValue ?? []).map { .init($0.name, Self.typed($0.value)) }
        ).jsonText
      }
      #expect(records == document.records, "\(document.text.debugDescription)")
    }
  }

  /// Python reads everything in CSV as text.
  private static func typed(_ value: CellValue) -> CellValue {
    if case .untyped(let text) = value { .text(text) } else { value }
  }

  private static let script = """
    import csv, io, json, random, sys
    random.seed(7)
    dump = lambda value: json.dumps(value, separators=(',', ':'), ensure_ascii=False)
    def text():
        return ''.join(random.choice(['a', 'B', ',', '"', '\\n', '\\r\\n', ' ', '\\\\', 'é', '世'])
                       for _ in range(random.randrange(6)))
    def value(depth=0):
        kind = random.randrange(8 if depth < 3 else 6)
        if kind == 6: return [value(depth + 1) for _ in range(random.randrange(3))]
        if kind == 7: return {text(): value(depth + 1) for _ in range(random.randrange(3))}
        return [None, True, random.randrange(-10**6, 10**6), random.randrange(1, 10**4, 2) / 16, text(),
                text()][kind]
    documents = []
    for number in range(600):
        if number % 3 == 0:
            stream = io.StringIO(newline='')
            writer = csv.writer(stream, lineterminator=random.choice(['\\n', '\\r\\n']),
                                quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
            names = ['n%d,' % index for index in range(random.randrange(1, 5))]
            writer.writerow(names)
            for _ in range(random.randrange(5)):
                writer.writerow([text() for _ in names])
                if random.random() < 0.2: stream.write('\\r\\n')
            rows = [row for row in csv.reader(io.StringIO(stream.getvalue(), newline='')) if row]
            documents.append({'format': 'csv', 'text': stream.getvalue(),
                              'records': [dump({name: field or None for name, field in zip(names, row)})
                                          for row in rows[1:]]})
        else:
            names = [text() + str(index) for index in range(4)]
            objects = [{name: value() for name in random.sample(names, random.randrange(1, 5))}
                       for _ in range(random.randrange(1, 6))]
            escapes = random.random() < 0.5
            if number % 3 == 1:
                body = ''.join(json.dumps(each, ensure_ascii=escapes) + '\\n' for each in objects)
            else:
                body = json.dumps(objects, indent=random.choice([None, 2]), ensure_ascii=escapes)
            documents.append({'format': 'jsonl' if number % 3 == 1 else 'json', 'text': body,
                              'records': [dump(each) for each in objects]})
    json.dump(documents, sys.stdout)
    """

  private static func documents() throws -> [Document] {
    let folder = try TemporaryFolder()
    try folder.write("documents.py", script)
    let path = folder.path
    try #require(system("python3 '\(path)/documents.py' > '\(path)/out'") == 0)
    return try JSONDecoder().decode([Document].self, from: Data(folder.read("out").utf8))
  }
}
