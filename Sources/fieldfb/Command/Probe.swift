import FieldFB

extension Command {
    /// `fieldfb probe`: what there is to show a picture on.
    static let probe = Command(
        "probe",
        summary: "List every display device, what `run` would choose, and why others were refused.",
        options: [
            CommandOption("json", letter: UInt8(ascii: "j"), "Write one line of JSON."),
            CommandOption("config", letter: UInt8(ascii: "c"), value: "FILE",
                "The setting file `run` would read; \(Settings.defaultFile) when not given."),
            .set,
        ],
        notes: { "Nothing on any screen changes.\nExit codes: 0 `run` would find a display, 1 it would not, 64 wrong usage.\n" },
        run: { arguments throws(UsageError) in
            var sources = SettingSources(file: arguments.value("config"))
            for assignment in arguments.values(CommandOption.set.name) { try sources.add(assignment: assignment) }
            let (settings, faults) = sources.read()
            for message in faults.messages { StandardError.say(message) }
            let probe = Probe(
                seat: SeatReport.gather(), displays: OutputProbe.report(preferences: settings.display))
            let text = arguments.has("json") ? ProbeJSON.text(probe) : ProbeText.text(probe)
            return StandardOutput.finish(text, code: probe.displays.choice == nil ? .refused : .success)
        })
}

/// Everything `probe` finds out.
struct Probe {
    let seat: SeatReport
    let displays: ProbeReport
}
