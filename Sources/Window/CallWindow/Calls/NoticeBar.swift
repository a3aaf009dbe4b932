// SPDX-License-Identifier: MIT

import GTK

/// What the user should read once, because no page shows it afterwards.
struct Notice {
    let text: String
    /// What mends it: a label, and what a press does.
    var cure: (label: String, act: () -> Void)?
    /// A fact goes by itself. What did not work stays until the user closes it or a call comes.
    var isFact = false
}

/// The notice below the header of the pages or of the call: it moves what is below, so it covers no control.
@MainActor
final class NoticeBar {
    /// The user closes the notice, or has it mended.
    var closed: () -> Void = {}
    private let bar: Widget
    private let text: Label
    private let button: Button
    private var act: () -> Void = {}

    init(_ builder: Builder) throws(InterfaceError) {
        (bar, text, button) = (
            try builder.get("notice"), try builder.get("notice-text"), try builder.get("notice-button")
        )
        let close: Button = try builder.get("notice-close")
        close.onClick { [weak self] in self?.closed() }
        button.onClick { [weak self] in
            let act = self?.act
            self?.closed()
            act?()
        }
    }

    /// nil shows none.
    func show(_ notice: Notice?) {
        act = notice?.cure?.act ?? {}
        text.text = notice?.text ?? ""
        button.isVisible = notice?.cure != nil
        if let cure = notice?.cure { button.show(label: cure.label) }
        bar.isVisible = notice != nil
    }
}
