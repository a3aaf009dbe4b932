// SPDX-License-Identifier: MIT

/// Elements in the order in which they came. Adding and taking cost the same however many wait.
package struct WaitingLine<Element> {
    /// Elements that were taken are nil.
    private var elements: [Element?] = []
    /// The index of the first element that waits.
    private var start = 0

    package init() {}

    package var isEmpty: Bool { start == elements.count }
    package var count: Int { elements.count - start }
    /// The element that `takeFirst` takes next.
    package var first: Element? { isEmpty ? nil : elements[start] }
    /// Those that wait.
    package var waiting: [Element] { elements[start...].compactMap { $0 } }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func takeFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[start]
        elements[start] = nil
        start += 1
        if start * 2 > elements.count {
            elements.removeFirst(start)
            start = 0
        }
        return element
    }
}
