CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.assignment (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    comparison_id integer NOT NULL,
    person_id integer,
    occurrence integer NOT NULL,
    kind character varying NOT NULL,
    status character varying NOT NULL,
    sequence integer NOT NULL,
    swapped boolean NOT NULL,
    order_known boolean NOT NULL,
    leased_until timestamp with time zone,
    first_shown_at timestamp with time zone,
    shown_at timestamp with time zone,
    skip_reason character varying,
    skip_comment character varying,
    created_at timestamp with time zone NOT NULL,
    skipped_at timestamp with time zone,
    asks_reasons boolean DEFAULT false NOT NULL,
    qualification_id integer,
    CONSTRAINT ck_assignment_kind CHECK (((kind)::text = ANY ((ARRAY['regular'::character varying, 'gold'::character varying, 'repeat'::character varying, 'training'::character varying, 'test'::character varying])::text[]))),
    CONSTRAINT ck_assignment_skip_has_reason CHECK ((((status)::text = 'skipped'::text) = (skip_reason IS NOT NULL))),
    CONSTRAINT ck_assignment_skip_reason CHECK (((skip_reason)::text = ANY ((ARRAY['other_standard'::character varying, 'unreadable'::character varying, 'uncomfortable'::character varying, 'other'::character varying])::text[]))),
    CONSTRAINT ck_assignment_status CHECK (((status)::text = ANY ((ARRAY['leased'::character varying, 'done'::character varying, 'skipped'::character varying, 'released'::character varying])::text[])))
);
CREATE SEQUENCE public.assignment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.assignment_id_seq OWNED BY public.assignment.id;
CREATE TABLE public.campaign (
    id integer NOT NULL,
    slug character varying NOT NULL,
    title character varying NOT NULL,
    status character varying NOT NULL,
    protocol_key character varying NOT NULL,
    protocol_version character varying NOT NULL,
    protocol_hash character varying NOT NULL,
    text_view character varying NOT NULL,
    overlap integer NOT NULL,
    shared integer NOT NULL,
    shared_overlap integer NOT NULL,
    per_annotator integer,
    deadline timestamp with time zone,
    is_demo boolean NOT NULL,
    settings json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    clarifications integer DEFAULT 0 NOT NULL,
    CONSTRAINT ck_campaign_overlap CHECK ((overlap >= 1)),
    CONSTRAINT ck_campaign_status CHECK (((status)::text = ANY ((ARRAY['draft'::character varying, 'open'::character varying, 'paused'::character varying, 'closed'::character varying, 'archived'::character varying])::text[]))),
    CONSTRAINT ck_campaign_text_view CHECK (((text_view)::text = ANY ((ARRAY['plain'::character varying, 'formatted'::character varying])::text[])))
);
CREATE SEQUENCE public.campaign_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.campaign_id_seq OWNED BY public.campaign.id;
CREATE TABLE public.clarification (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    number integer NOT NULL,
    text character varying NOT NULL,
    question_id integer,
    published_by integer,
    published_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.clarification_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.clarification_id_seq OWNED BY public.clarification.id;
CREATE TABLE public.comparison (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    prompt_id integer NOT NULL,
    first_response_id integer NOT NULL,
    second_response_id integer NOT NULL,
    kind character varying NOT NULL,
    round integer NOT NULL,
    overlap integer NOT NULL,
    shared boolean NOT NULL,
    "position" integer NOT NULL,
    done integer NOT NULL,
    identical boolean NOT NULL,
    gold_outcome character varying,
    gold_issue character varying,
    gold_explanation character varying,
    withdrawn_at timestamp with time zone,
    anchor_round integer,
    gold_marks json,
    CONSTRAINT ck_comparison_counts CHECK (((overlap >= 1) AND (done >= 0))),
    CONSTRAINT ck_comparison_gold_has_outcome CHECK ((((kind)::text = 'gold'::text) = (gold_outcome IS NOT NULL))),
    CONSTRAINT ck_comparison_gold_outcome CHECK (((gold_outcome)::text = ANY ((ARRAY['first'::character varying, 'second'::character varying, 'tie'::character varying])::text[]))),
    CONSTRAINT ck_comparison_kind CHECK (((kind)::text = ANY ((ARRAY['regular'::character varying, 'gold'::character varying])::text[]))),
    CONSTRAINT ck_comparison_two_responses CHECK ((first_response_id <> second_response_id))
);
CREATE SEQUENCE public.comparison_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.comparison_id_seq OWNED BY public.comparison.id;
CREATE TABLE public.consent (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    letter_version character varying NOT NULL,
    letter_hash character varying NOT NULL,
    language character varying NOT NULL,
    given_at timestamp with time zone NOT NULL,
    withdrawn_at timestamp with time zone
);
CREATE SEQUENCE public.consent_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.consent_id_seq OWNED BY public.consent.id;
CREATE TABLE public.desk_action (
    id integer NOT NULL,
    uuid character varying NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    kind character varying NOT NULL,
    assignment_id integer,
    rating_assignment_id integer,
    revision integer,
    done_at timestamp with time zone NOT NULL,
    read_until timestamp with time zone,
    undone boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_desk_action_about_one CHECK (((assignment_id IS NULL) OR (rating_assignment_id IS NULL)))
);
CREATE SEQUENCE public.desk_action_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.desk_action_id_seq OWNED BY public.desk_action.id;
CREATE TABLE public.event (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer,
    deed character varying NOT NULL,
    about json NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.event_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.event_id_seq OWNED BY public.event.id;
CREATE TABLE public.exclusion (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    reason character varying NOT NULL,
    put_back boolean NOT NULL,
    made_by integer,
    made_at timestamp with time zone NOT NULL,
    lifted_by integer,
    lifted_at timestamp with time zone
);
CREATE SEQUENCE public.exclusion_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.exclusion_id_seq OWNED BY public.exclusion.id;
CREATE TABLE public.guideline_reading (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    version character varying NOT NULL,
    language character varying NOT NULL,
    acknowledged boolean NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone
);
CREATE SEQUENCE public.guideline_reading_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.guideline_reading_id_seq OWNED BY public.guideline_reading.id;
CREATE TABLE public.hours_note (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    day character varying NOT NULL,
    minutes integer,
    text character varying NOT NULL,
    written_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_hours_note_minutes CHECK (((minutes >= 0) AND (minutes <= 1440)))
);
CREATE SEQUENCE public.hours_note_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.hours_note_id_seq OWNED BY public.hours_note.id;
CREATE TABLE public.judge_reply (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    protocol_key character varying NOT NULL,
    protocol_hash character varying NOT NULL,
    request_hash character varying NOT NULL,
    about json NOT NULL,
    criterion character varying,
    attempt integer NOT NULL,
    status character varying NOT NULL,
    text character varying,
    error character varying,
    prompt_tokens integer,
    completion_tokens integer,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_judge_reply_attempt CHECK ((attempt >= 1)),
    CONSTRAINT ck_judge_reply_reply_has_text CHECK ((((status)::text = 'failed'::text) = (text IS NULL))),
    CONSTRAINT ck_judge_reply_status CHECK (((status)::text = ANY ((ARRAY['ok'::character varying, 'malformed'::character varying, 'failed'::character varying])::text[])))
);
CREATE SEQUENCE public.judge_reply_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.judge_reply_id_seq OWNED BY public.judge_reply.id;
CREATE TABLE public.judgment (
    id integer NOT NULL,
    assignment_id integer NOT NULL,
    revision integer NOT NULL,
    live boolean NOT NULL,
    choice character varying,
    outcome character varying,
    swapped boolean NOT NULL,
    order_known boolean NOT NULL,
    ranked boolean NOT NULL,
    campaign_id integer NOT NULL,
    comparison_id integer NOT NULL,
    prompt_id integer NOT NULL,
    first_system_id integer,
    second_system_id integer,
    person_id integer,
    imported boolean NOT NULL,
    shown_at timestamp with time zone,
    decided_at timestamp with time zone,
    active_ms integer,
    layout character varying,
    text_view character varying,
    language character varying,
    prompt_opened boolean,
    protocol_version character varying,
    protocol_hash character varying,
    guideline_version character varying,
    created_at timestamp with time zone NOT NULL,
    late boolean DEFAULT false NOT NULL,
    CONSTRAINT ck_judgment_choice CHECK (((choice)::text = ANY ((ARRAY['A'::character varying, 'B'::character varying, 'tie'::character varying])::text[]))),
    CONSTRAINT ck_judgment_choice_has_outcome CHECK (((choice IS NULL) = (outcome IS NULL))),
    CONSTRAINT ck_judgment_layout CHECK (((layout)::text = ANY ((ARRAY['side_by_side'::character varying, 'stacked'::character varying, 'switched'::character varying])::text[]))),
    CONSTRAINT ck_judgment_outcome CHECK (((outcome)::text = ANY ((ARRAY['first'::character varying, 'second'::character varying, 'tie'::character varying])::text[]))),
    CONSTRAINT ck_judgment_revision CHECK ((revision >= 1))
);
CREATE SEQUENCE public.judgment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.judgment_id_seq OWNED BY public.judgment.id;
CREATE TABLE public.link (
    id integer NOT NULL,
    person_id integer NOT NULL,
    token_hash character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE public.link_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.link_id_seq OWNED BY public.link.id;
CREATE TABLE public.membership (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer,
    role character varying NOT NULL,
    written_standard character varying,
    CONSTRAINT ck_membership_role CHECK (((role)::text = ANY ((ARRAY['annotator'::character varying, 'lead'::character varying, 'researcher'::character varying])::text[]))),
    CONSTRAINT ck_membership_written_standard CHECK (((written_standard)::text = ANY ((ARRAY['nb'::character varying, 'nn'::character varying])::text[])))
);
CREATE SEQUENCE public.membership_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.membership_id_seq OWNED BY public.membership.id;
CREATE TABLE public.message (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    text character varying NOT NULL,
    sent_by integer,
    sent_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone
);
CREATE SEQUENCE public.message_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.message_id_seq OWNED BY public.message.id;
CREATE TABLE public.person (
    id integer NOT NULL,
    name character varying NOT NULL,
    kind character varying NOT NULL,
    language character varying,
    created_at timestamp with time zone NOT NULL,
    text_size integer DEFAULT 100 NOT NULL,
    first_standard character varying,
    dialect_area character varying,
    CONSTRAINT ck_person_dialect_area CHECK (((dialect_area)::text = ANY ((ARRAY['east'::character varying, 'south'::character varying, 'west'::character varying, 'trondelag'::character varying, 'north'::character varying, 'mixed'::character varying])::text[]))),
    CONSTRAINT ck_person_first_standard CHECK (((first_standard)::text = ANY ((ARRAY['nb'::character varying, 'nn'::character varying, 'both'::character varying, 'neither'::character varying])::text[]))),
    CONSTRAINT ck_person_kind CHECK (((kind)::text = ANY ((ARRAY['human'::character varying, 'judge'::character varying, 'simulated'::character varying])::text[]))),
    CONSTRAINT ck_person_text_size CHECK (((text_size >= 80) AND (text_size <= 200)))
);
CREATE SEQUENCE public.person_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.person_id_seq OWNED BY public.person.id;
CREATE TABLE public.program_token (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    name character varying NOT NULL,
    token_hash character varying NOT NULL,
    created_by integer,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE public.program_token_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.program_token_id_seq OWNED BY public.program_token.id;
CREATE TABLE public.prompt (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    key character varying NOT NULL,
    external_id character varying,
    kind character varying NOT NULL,
    text character varying NOT NULL,
    written_standard character varying,
    category character varying,
    document character varying,
    reference character varying,
    source_language character varying,
    target_language character varying,
    meta json,
    CONSTRAINT ck_prompt_kind CHECK (((kind)::text = ANY ((ARRAY['regular'::character varying, 'gold'::character varying])::text[]))),
    CONSTRAINT ck_prompt_written_standard CHECK (((written_standard)::text = ANY ((ARRAY['nb'::character varying, 'nn'::character varying])::text[])))
);
CREATE SEQUENCE public.prompt_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.prompt_id_seq OWNED BY public.prompt.id;
CREATE TABLE public.qualification (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    attempt integer NOT NULL,
    asked integer NOT NULL,
    correct integer,
    passed boolean,
    granted_by integer,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT ck_qualification_counts CHECK (((attempt >= 1) AND (asked >= 0))),
    CONSTRAINT ck_qualification_finished_is_decided CHECK (((passed IS NULL) = (finished_at IS NULL)))
);
CREATE SEQUENCE public.qualification_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.qualification_id_seq OWNED BY public.qualification.id;
CREATE TABLE public.question (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    assignment_id integer,
    text character varying NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    answer character varying,
    answered_by integer,
    answered_at timestamp with time zone,
    read_at timestamp with time zone,
    resolved_at timestamp with time zone,
    rating_assignment_id integer,
    marks json,
    CONSTRAINT ck_question_about_one CHECK (((assignment_id IS NULL) OR (rating_assignment_id IS NULL)))
);
CREATE SEQUENCE public.question_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.question_id_seq OWNED BY public.question.id;
CREATE TABLE public.rating (
    id integer NOT NULL,
    rating_assignment_id integer NOT NULL,
    criterion character varying NOT NULL,
    revision integer NOT NULL,
    live boolean NOT NULL,
    value integer,
    not_applicable boolean NOT NULL,
    explanation character varying,
    decided_at timestamp with time zone,
    active_ms integer,
    language character varying,
    created_at timestamp with time zone NOT NULL,
    layout character varying,
    late boolean DEFAULT false NOT NULL,
    CONSTRAINT ck_rating_layout CHECK (((layout)::text = ANY ((ARRAY['side_by_side'::character varying, 'stacked'::character varying, 'switched'::character varying])::text[]))),
    CONSTRAINT ck_rating_value_or_na CHECK ((NOT (not_applicable AND (value IS NOT NULL))))
);
CREATE TABLE public.rating_assignment (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    response_id integer NOT NULL,
    person_id integer NOT NULL,
    protocol_key character varying NOT NULL,
    protocol_version character varying NOT NULL,
    protocol_hash character varying NOT NULL,
    status character varying NOT NULL,
    leased_until timestamp with time zone,
    shown_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    skip_reason character varying,
    skip_comment character varying,
    skipped_at timestamp with time zone,
    CONSTRAINT ck_rating_assignment_skip_has_reason CHECK ((((status)::text = 'skipped'::text) = (skip_reason IS NOT NULL))),
    CONSTRAINT ck_rating_assignment_skip_reason CHECK (((skip_reason)::text = ANY ((ARRAY['other_standard'::character varying, 'unreadable'::character varying, 'uncomfortable'::character varying, 'other'::character varying])::text[]))),
    CONSTRAINT ck_rating_assignment_status CHECK (((status)::text = ANY ((ARRAY['leased'::character varying, 'done'::character varying, 'skipped'::character varying, 'released'::character varying])::text[])))
);
CREATE SEQUENCE public.rating_assignment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rating_assignment_id_seq OWNED BY public.rating_assignment.id;
CREATE SEQUENCE public.rating_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rating_id_seq OWNED BY public.rating.id;
CREATE TABLE public.rating_mark (
    id integer NOT NULL,
    rating_assignment_id integer NOT NULL,
    revision integer NOT NULL,
    start integer,
    "end" integer,
    issue character varying NOT NULL,
    CONSTRAINT ck_rating_mark_place CHECK (((start IS NULL) = ("end" IS NULL))),
    CONSTRAINT ck_rating_mark_range CHECK (((0 <= start) AND (start < "end"))),
    CONSTRAINT ck_rating_mark_revision CHECK ((revision >= 1))
);
CREATE SEQUENCE public.rating_mark_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rating_mark_id_seq OWNED BY public.rating_mark.id;
CREATE TABLE public.reason (
    id integer NOT NULL,
    remark_id integer NOT NULL,
    response_id integer NOT NULL,
    issue character varying NOT NULL,
    start integer,
    "end" integer,
    CONSTRAINT ck_reason_place CHECK (((start IS NULL) = ("end" IS NULL))),
    CONSTRAINT ck_reason_range CHECK (((0 <= start) AND (start < "end")))
);
CREATE SEQUENCE public.reason_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.reason_id_seq OWNED BY public.reason.id;
CREATE TABLE public.remark (
    id integer NOT NULL,
    judgment_id integer NOT NULL,
    quality character varying,
    comment character varying,
    given_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_remark_quality CHECK (((quality)::text = ANY ((ARRAY['both_well'::character varying, 'both_badly'::character varying])::text[])))
);
CREATE SEQUENCE public.remark_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.remark_id_seq OWNED BY public.remark.id;
CREATE TABLE public.response (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    prompt_id integer NOT NULL,
    system_id integer,
    text character varying,
    meta json,
    withdrawn_at timestamp with time zone
);
CREATE SEQUENCE public.response_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.response_id_seq OWNED BY public.response.id;
CREATE TABLE public.round (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    number integer NOT NULL,
    opened_by integer,
    opened_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_round_number CHECK ((number >= 2))
);
CREATE SEQUENCE public.round_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.round_id_seq OWNED BY public.round.id;
CREATE TABLE public.sign_in (
    id integer NOT NULL,
    session_hash character varying NOT NULL,
    person_id integer NOT NULL,
    link_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE public.sign_in_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sign_in_id_seq OWNED BY public.sign_in.id;
CREATE TABLE public.system (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    name character varying NOT NULL,
    family character varying,
    checkpoint double precision
);
CREATE SEQUENCE public.system_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.system_id_seq OWNED BY public.system.id;
ALTER TABLE ONLY public.assignment ALTER COLUMN id SET DEFAULT nextval('public.assignment_id_seq'::regclass);
ALTER TABLE ONLY public.campaign ALTER COLUMN id SET DEFAULT nextval('public.campaign_id_seq'::regclass);
ALTER TABLE ONLY public.clarification ALTER COLUMN id SET DEFAULT nextval('public.clarification_id_seq'::regclass);
ALTER TABLE ONLY public.comparison ALTER COLUMN id SET DEFAULT nextval('public.comparison_id_seq'::regclass);
ALTER TABLE ONLY public.consent ALTER COLUMN id SET DEFAULT nextval('public.consent_id_seq'::regclass);
ALTER TABLE ONLY public.desk_action ALTER COLUMN id SET DEFAULT nextval('public.desk_action_id_seq'::regclass);
ALTER TABLE ONLY public.event ALTER COLUMN id SET DEFAULT nextval('public.event_id_seq'::regclass);
ALTER TABLE ONLY public.exclusion ALTER COLUMN id SET DEFAULT nextval('public.exclusion_id_seq'::regclass);
ALTER TABLE ONLY public.guideline_reading ALTER COLUMN id SET DEFAULT nextval('public.guideline_reading_id_seq'::regclass);
ALTER TABLE ONLY public.hours_note ALTER COLUMN id SET DEFAULT nextval('public.hours_note_id_seq'::regclass);
ALTER TABLE ONLY public.judge_reply ALTER COLUMN id SET DEFAULT nextval('public.judge_reply_id_seq'::regclass);
ALTER TABLE ONLY public.judgment ALTER COLUMN id SET DEFAULT nextval('public.judgment_id_seq'::regclass);
ALTER TABLE ONLY public.link ALTER COLUMN id SET DEFAULT nextval('public.link_id_seq'::regclass);
ALTER TABLE ONLY public.membership ALTER COLUMN id SET DEFAULT nextval('public.membership_id_seq'::regclass);
ALTER TABLE ONLY public.message ALTER COLUMN id SET DEFAULT nextval('public.message_id_seq'::regclass);
ALTER TABLE ONLY public.person ALTER COLUMN id SET DEFAULT nextval('public.person_id_seq'::regclass);
ALTER TABLE ONLY public.program_token ALTER COLUMN id SET DEFAULT nextval('public.program_token_id_seq'::regclass);
ALTER TABLE ONLY public.prompt ALTER COLUMN id SET DEFAULT nextval('public.prompt_id_seq'::regclass);
ALTER TABLE ONLY public.qualification ALTER COLUMN id SET DEFAULT nextval('public.qualification_id_seq'::regclass);
ALTER TABLE ONLY public.question ALTER COLUMN id SET DEFAULT nextval('public.question_id_seq'::regclass);
ALTER TABLE ONLY public.rating ALTER COLUMN id SET DEFAULT nextval('public.rating_id_seq'::regclass);
ALTER TABLE ONLY public.rating_assignment ALTER COLUMN id SET DEFAULT nextval('public.rating_assignment_id_seq'::regclass);
ALTER TABLE ONLY public.rating_mark ALTER COLUMN id SET DEFAULT nextval('public.rating_mark_id_seq'::regclass);
ALTER TABLE ONLY public.reason ALTER COLUMN id SET DEFAULT nextval('public.reason_id_seq'::regclass);
ALTER TABLE ONLY public.remark ALTER COLUMN id SET DEFAULT nextval('public.remark_id_seq'::regclass);
ALTER TABLE ONLY public.response ALTER COLUMN id SET DEFAULT nextval('public.response_id_seq'::regclass);
ALTER TABLE ONLY public.round ALTER COLUMN id SET DEFAULT nextval('public.round_id_seq'::regclass);
ALTER TABLE ONLY public.sign_in ALTER COLUMN id SET DEFAULT nextval('public.sign_in_id_seq'::regclass);
ALTER TABLE ONLY public.system ALTER COLUMN id SET DEFAULT nextval('public.system_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0007');
INSERT INTO public.assignment VALUES (1, 1, 1, 2, 0, 'regular', 'done', 1, false, true, NULL, '2026-03-02 09:05:00+00', '2026-03-02 09:05:00+00', NULL, NULL, '2026-11-23 17:28:38.775159+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (2, 1, 2, 2, 0, 'regular', 'done', 2, false, true, NULL, '2026-03-02 09:06:00+00', '2026-03-02 09:06:00+00', NULL, NULL, '2026-11-23 17:28:38.816908+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (3, 1, 18, 2, 0, 'gold', 'done', 3, true, true, NULL, '2026-03-02 09:07:00+00', '2026-03-02 09:07:00+00', NULL, NULL, '2026-11-23 17:28:38.85664+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (4, 1, 3, 2, 0, 'regular', 'skipped', 4, false, true, '2026-03-02 09:38:00+00', '2026-03-02 09:08:00+00', '2026-03-02 09:08:00+00', 'other', 'Uklart.', '2026-11-23 17:28:38.880128+00', '2026-03-02 09:08:20+00', false, NULL);
INSERT INTO public.assignment VALUES (5, 1, 4, 2, 0, 'regular', 'done', 5, true, true, NULL, '2026-03-02 09:08:40+00', '2026-03-02 09:08:40+00', NULL, NULL, '2026-11-23 17:28:38.902237+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (6, 1, 5, 2, 0, 'regular', 'done', 6, true, true, NULL, '2026-03-02 09:09:40+00', '2026-03-02 09:10:20+00', NULL, NULL, '2026-11-23 17:28:38.924465+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (7, 1, 6, 2, 0, 'regular', 'done', 7, true, true, NULL, '2026-03-02 09:11:40+00', '2026-03-02 09:11:40+00', NULL, NULL, '2026-11-23 17:28:38.973604+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (8, 1, 7, 2, 0, 'regular', 'done', 8, false, true, NULL, '2026-03-02 09:12:40+00', '2026-03-02 09:12:40+00', NULL, NULL, '2026-11-23 17:28:38.998285+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (9, 1, 8, 2, 0, 'regular', 'leased', 9, false, true, '2026-03-02 09:43:40+00', '2026-03-02 09:13:40+00', '2026-03-02 09:13:40+00', NULL, NULL, '2026-11-23 17:28:39.013114+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (10, 1, 1, 3, 0, 'regular', 'done', 1, true, true, NULL, '2026-03-02 09:14:00+00', '2026-03-02 09:14:00+00', NULL, NULL, '2026-11-23 17:28:39.017534+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (11, 1, 2, 3, 0, 'regular', 'done', 2, false, true, NULL, '2026-03-02 09:15:00+00', '2026-03-02 09:15:00+00', NULL, NULL, '2026-11-23 17:28:39.028436+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (12, 1, 3, 3, 0, 'regular', 'done', 3, true, true, NULL, '2026-03-02 09:16:00+00', '2026-03-02 09:16:00+00', NULL, NULL, '2026-11-23 17:28:39.045581+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (13, 1, 18, 3, 0, 'gold', 'skipped', 4, false, true, '2026-03-02 09:47:00+00', '2026-03-02 09:17:00+00', '2026-03-02 09:17:00+00', 'other', 'Uklart.', '2026-11-23 17:28:39.060562+00', '2026-03-02 09:17:20+00', false, NULL);
INSERT INTO public.assignment VALUES (14, 1, 4, 3, 0, 'regular', 'done', 5, false, true, NULL, '2026-03-02 09:17:40+00', '2026-03-02 09:17:40+00', NULL, NULL, '2026-11-23 17:28:39.068856+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (15, 1, 5, 3, 0, 'regular', 'done', 6, false, true, NULL, '2026-03-02 09:18:40+00', '2026-03-02 09:19:20+00', NULL, NULL, '2026-11-23 17:28:39.080837+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (16, 1, 6, 3, 0, 'regular', 'done', 7, true, true, NULL, '2026-03-02 09:20:40+00', '2026-03-02 09:20:40+00', NULL, NULL, '2026-11-23 17:28:39.103757+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (17, 1, 19, 3, 0, 'gold', 'leased', 8, false, true, '2026-03-02 09:51:40+00', '2026-03-02 09:21:40+00', '2026-03-02 09:21:40+00', NULL, NULL, '2026-11-23 17:28:39.119384+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (18, 1, 3, 4, 0, 'regular', 'done', 1, false, true, NULL, '2026-03-02 09:22:00+00', '2026-03-02 09:22:00+00', NULL, NULL, '2026-11-23 17:28:39.123201+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (19, 1, 7, 4, 0, 'regular', 'done', 2, true, true, NULL, '2026-03-02 09:23:00+00', '2026-03-02 09:23:00+00', NULL, NULL, '2026-11-23 17:28:39.134339+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (20, 1, 17, 4, 0, 'gold', 'done', 3, true, true, NULL, '2026-03-02 09:24:00+00', '2026-03-02 09:24:00+00', NULL, NULL, '2026-11-23 17:28:39.15845+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (21, 1, 9, 4, 0, 'regular', 'skipped', 4, false, true, '2026-03-02 09:55:00+00', '2026-03-02 09:25:00+00', '2026-03-02 09:25:00+00', 'other', 'Uklart.', '2026-11-23 17:28:39.172217+00', '2026-03-02 09:25:20+00', false, NULL);
INSERT INTO public.assignment VALUES (22, 1, 10, 4, 0, 'regular', 'done', 5, true, true, NULL, '2026-03-02 09:25:40+00', '2026-03-02 09:25:40+00', NULL, NULL, '2026-11-23 17:28:39.177913+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (23, 1, 11, 4, 0, 'regular', 'done', 6, false, true, NULL, '2026-03-02 09:26:40+00', '2026-03-02 09:27:20+00', NULL, NULL, '2026-11-23 17:28:39.191598+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (24, 1, 8, 4, 0, 'regular', 'released', 7, false, true, '2026-03-02 09:58:40+00', '2026-03-02 09:28:40+00', '2026-03-02 09:28:40+00', NULL, NULL, '2026-11-23 17:28:39.21823+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (25, 2, 22, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.317028+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (26, 2, 20, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.317035+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (27, 2, 24, 6, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.317035+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (28, 2, 25, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.317036+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (29, 2, 21, NULL, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.31884+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (30, 2, 23, 6, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.319432+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (31, 2, 25, 5, 1, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.319435+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (32, 1, 1, 8, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.47541+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (33, 1, 1, 8, 1, 'repeat', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.480246+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (34, 1, 3, 8, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.483886+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (35, 1, 3, 8, 1, 'repeat', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.487364+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (36, 1, 4, 8, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.490599+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (37, 1, 4, 8, 1, 'repeat', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.498881+00', NULL, false, NULL);
INSERT INTO public.campaign VALUES (1, 'trial', 'Campaign trial', 'open', 'norwegian_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}', '2026-11-23 17:28:38.586769+00', 1);
INSERT INTO public.campaign VALUES (2, 'imported', 'Campaign imported', 'open', 'norwegian_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{}', '2026-11-23 17:28:39.255193+00', 0);
INSERT INTO public.campaign VALUES (3, 'rated', 'Campaign rated', 'open', 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{}', '2026-11-23 17:28:39.331459+00', 0);
INSERT INTO public.clarification VALUES (1, 1, 1, 'Slik er det.', NULL, 1, '2026-03-02 09:03:40+00');
INSERT INTO public.comparison VALUES (8, 1, 3, 7, 9, 'regular', 1, 2, false, 7, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (9, 1, 2, 4, 6, 'regular', 1, 2, false, 8, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (13, 1, 3, 7, 8, 'regular', 1, 2, false, 12, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (14, 1, 2, 5, 6, 'regular', 1, 2, false, 13, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (15, 1, 4, 11, 12, 'regular', 1, 2, false, 14, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (16, 1, 6, 16, 17, 'gold', 1, 2, false, 15, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (17, 1, 8, 20, 21, 'gold', 1, 2, false, 16, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (18, 1, 9, 22, 23, 'gold', 1, 2, false, 17, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (19, 1, 7, 18, 19, 'gold', 1, 2, false, 18, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (1, 1, 1, 2, 3, 'regular', 1, 2, false, 0, 2, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (4, 1, 2, 4, 5, 'regular', 1, 2, false, 3, 2, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (5, 1, 4, 10, 12, 'regular', 1, 2, false, 4, 2, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (6, 1, 1, 1, 3, 'regular', 1, 2, false, 5, 2, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (3, 1, 3, 8, 9, 'regular', 1, 2, false, 2, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (7, 1, 5, 13, 14, 'regular', 1, 2, false, 6, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (10, 1, 4, 10, 11, 'regular', 1, 2, false, 9, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (11, 1, 1, 1, 2, 'regular', 1, 2, false, 10, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (12, 1, 5, 14, 15, 'regular', 1, 2, false, 11, 0, false, NULL, NULL, NULL, '2026-03-02 09:29:40+00', NULL, NULL);
INSERT INTO public.comparison VALUES (2, 1, 5, 13, 15, 'regular', 1, 2, false, 1, 2, false, NULL, NULL, NULL, '2026-03-02 09:29:40+00', NULL, NULL);
INSERT INTO public.comparison VALUES (22, 2, 10, 24, 25, 'regular', 1, 2, false, 2, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (20, 2, 10, 25, 26, 'regular', 1, 2, false, 0, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (24, 2, 10, 24, 26, 'regular', 1, 2, false, 4, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (25, 2, 11, 27, 29, 'regular', 1, 2, false, 5, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (21, 2, 11, 27, 28, 'regular', 1, 2, false, 1, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (23, 2, 11, 29, 28, 'regular', 1, 2, false, 3, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.consent VALUES (1, 2, 1, '1.0.0', '571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3', 'nb', '2026-03-02 09:01:40+00', NULL);
INSERT INTO public.consent VALUES (2, 3, 1, '1.0.0', '571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3', 'nb', '2026-03-02 09:02:00+00', NULL);
INSERT INTO public.consent VALUES (3, 4, 1, '1.0.0', '571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3', 'nb', '2026-03-02 09:02:20+00', NULL);
INSERT INTO public.desk_action VALUES (1, 'c4cd49a0-1d1a-48ea-a210-a2ab8c992b88', 1, 2, 'choose', 1, NULL, 1, '2026-03-02 09:05:20+00', '2026-03-02 09:05:20+00', false, '2026-11-23 17:28:38.793606+00');
INSERT INTO public.desk_action VALUES (2, '5f24a259-168f-4883-b412-be00f6efcbfa', 1, 2, 'explain', 1, NULL, 1, '2026-03-02 09:05:40+00', '2026-03-02 09:05:20+00', false, '2026-11-23 17:28:38.807854+00');
INSERT INTO public.desk_action VALUES (3, '89142184-dc2d-4eca-a0c1-8d46e122f35f', 1, 2, 'choose', 2, NULL, 1, '2026-03-02 09:06:20+00', '2026-03-02 09:06:20+00', false, '2026-11-23 17:28:38.827534+00');
INSERT INTO public.desk_action VALUES (4, '9431b606-cb02-4cf9-a5b0-fd7daf751c1a', 1, 2, 'explain', 2, NULL, 1, '2026-03-02 09:06:40+00', '2026-03-02 09:06:20+00', false, '2026-11-23 17:28:38.836477+00');
INSERT INTO public.desk_action VALUES (5, '0bd452e1-5aca-435a-89c2-b50752ece98b', 1, 2, 'choose', 3, NULL, 1, '2026-03-02 09:07:20+00', '2026-03-02 09:07:20+00', false, '2026-11-23 17:28:38.864895+00');
INSERT INTO public.desk_action VALUES (6, '65298c5d-fee0-4f48-aea9-c6770b56a34a', 1, 2, 'explain', 3, NULL, 1, '2026-03-02 09:07:40+00', '2026-03-02 09:07:20+00', false, '2026-11-23 17:28:38.872288+00');
INSERT INTO public.desk_action VALUES (7, '34c63113-b674-4462-b43d-71dda20a9b46', 1, 2, 'skip', 4, NULL, 0, '2026-03-02 09:08:20+00', '2026-03-02 09:08:00+00', false, '2026-11-23 17:28:38.890601+00');
INSERT INTO public.desk_action VALUES (8, '1ff5cfdc-4c5a-4cf7-9eb1-2f28ff283d61', 1, 2, 'choose', 5, NULL, 1, '2026-03-02 09:09:00+00', '2026-03-02 09:09:00+00', false, '2026-11-23 17:28:38.910751+00');
INSERT INTO public.desk_action VALUES (9, '38584422-d412-42dc-9c47-0254f153ee96', 1, 2, 'explain', 5, NULL, 1, '2026-03-02 09:09:20+00', '2026-03-02 09:09:00+00', false, '2026-11-23 17:28:38.918464+00');
INSERT INTO public.desk_action VALUES (10, '141f264c-ff17-4341-9418-779472c4c2b1', 1, 2, 'choose', 6, NULL, 1, '2026-03-02 09:10:00+00', '2026-03-02 09:10:00+00', true, '2026-11-23 17:28:38.933803+00');
INSERT INTO public.desk_action VALUES (11, 'cd18bced-72e6-4d88-ac96-f3a5269f6b83', 1, 2, 'undo', 6, NULL, 1, '2026-03-02 09:10:20+00', '2026-03-02 09:10:00+00', false, '2026-11-23 17:28:38.943542+00');
INSERT INTO public.desk_action VALUES (12, '8b08481e-0c19-4042-9ffd-62ef18049e6c', 1, 2, 'choose', 6, NULL, 3, '2026-03-02 09:11:00+00', '2026-03-02 09:11:00+00', false, '2026-11-23 17:28:38.960043+00');
INSERT INTO public.desk_action VALUES (13, 'bcfbc4ad-1aae-4aaf-b891-afa89b5d7e6c', 1, 2, 'explain', 6, NULL, 3, '2026-03-02 09:11:20+00', '2026-03-02 09:11:00+00', false, '2026-11-23 17:28:38.965817+00');
INSERT INTO public.desk_action VALUES (14, '2faa67c5-80e0-4c63-b560-27055f004f29', 1, 2, 'choose', 7, NULL, 1, '2026-03-02 09:12:00+00', '2026-03-02 09:12:00+00', false, '2026-11-23 17:28:38.981458+00');
INSERT INTO public.desk_action VALUES (15, 'd4e3b02b-d8c3-47c3-8ce8-5f2837a49ef0', 1, 2, 'explain', 7, NULL, 1, '2026-03-02 09:12:20+00', '2026-03-02 09:12:00+00', false, '2026-11-23 17:28:38.990085+00');
INSERT INTO public.desk_action VALUES (16, 'e7078194-8e5f-41a5-967a-0105d3473d16', 1, 2, 'choose', 8, NULL, 1, '2026-03-02 09:13:00+00', '2026-03-02 09:13:00+00', false, '2026-11-23 17:28:39.004492+00');
INSERT INTO public.desk_action VALUES (17, '89695e52-7d20-473a-9263-e54ce72ddc93', 1, 2, 'explain', 8, NULL, 1, '2026-03-02 09:13:20+00', '2026-03-02 09:13:00+00', false, '2026-11-23 17:28:39.00894+00');
INSERT INTO public.desk_action VALUES (18, '168eec90-2392-4feb-8004-58854d2b86e2', 1, 3, 'choose', 10, NULL, 1, '2026-03-02 09:14:20+00', '2026-03-02 09:14:20+00', false, '2026-11-23 17:28:39.021597+00');
INSERT INTO public.desk_action VALUES (19, '9f34e318-785e-4ce3-88eb-9da8c43bb021', 1, 3, 'explain', 10, NULL, 1, '2026-03-02 09:14:40+00', '2026-03-02 09:14:20+00', false, '2026-11-23 17:28:39.025632+00');
INSERT INTO public.desk_action VALUES (20, '4b71603a-6065-4609-b26b-9e80e696802f', 1, 3, 'choose', 11, NULL, 1, '2026-03-02 09:15:20+00', '2026-03-02 09:15:20+00', false, '2026-11-23 17:28:39.032188+00');
INSERT INTO public.desk_action VALUES (21, '857560f8-2410-4fb7-8c32-79e5fd5f7a00', 1, 3, 'explain', 11, NULL, 1, '2026-03-02 09:15:40+00', '2026-03-02 09:15:20+00', false, '2026-11-23 17:28:39.040251+00');
INSERT INTO public.desk_action VALUES (22, '2954541f-c8bd-4f71-b97e-eec3d68ca1b8', 1, 3, 'choose', 12, NULL, 1, '2026-03-02 09:16:20+00', '2026-03-02 09:16:20+00', false, '2026-11-23 17:28:39.05005+00');
INSERT INTO public.desk_action VALUES (23, 'd14148a5-fd03-449c-abf2-27ee9de7f984', 1, 3, 'explain', 12, NULL, 1, '2026-03-02 09:16:40+00', '2026-03-02 09:16:20+00', false, '2026-11-23 17:28:39.054517+00');
INSERT INTO public.desk_action VALUES (24, 'a236e91e-60df-4754-a429-1189a6489127', 1, 3, 'skip', 13, NULL, 0, '2026-03-02 09:17:20+00', '2026-03-02 09:17:00+00', false, '2026-11-23 17:28:39.064982+00');
INSERT INTO public.desk_action VALUES (25, 'dfadcefb-fe53-4bb0-bcae-6e307fccd1d1', 1, 3, 'choose', 14, NULL, 1, '2026-03-02 09:18:00+00', '2026-03-02 09:18:00+00', false, '2026-11-23 17:28:39.073369+00');
INSERT INTO public.desk_action VALUES (26, '5e4c6f39-2c89-4f82-8634-932521c6ec3c', 1, 3, 'explain', 14, NULL, 1, '2026-03-02 09:18:20+00', '2026-03-02 09:18:00+00', false, '2026-11-23 17:28:39.077887+00');
INSERT INTO public.desk_action VALUES (27, '31635686-acde-4d30-8c5e-1f36f9c729da', 1, 3, 'choose', 15, NULL, 1, '2026-03-02 09:19:00+00', '2026-03-02 09:19:00+00', true, '2026-11-23 17:28:39.084901+00');
INSERT INTO public.desk_action VALUES (28, 'c864d015-8eb9-4a46-90b3-549c01c2590b', 1, 3, 'undo', 15, NULL, 1, '2026-03-02 09:19:20+00', '2026-03-02 09:19:00+00', false, '2026-11-23 17:28:39.089403+00');
INSERT INTO public.desk_action VALUES (29, 'f2215e26-db51-4235-997c-a643b3919546', 1, 3, 'choose', 15, NULL, 3, '2026-03-02 09:20:00+00', '2026-03-02 09:20:00+00', false, '2026-11-23 17:28:39.095973+00');
INSERT INTO public.desk_action VALUES (30, 'ccc14b37-097c-44cb-8ebd-943a80c04443', 1, 3, 'explain', 15, NULL, 3, '2026-03-02 09:20:20+00', '2026-03-02 09:20:00+00', false, '2026-11-23 17:28:39.100279+00');
INSERT INTO public.desk_action VALUES (31, 'f28b1aa2-2999-4d71-b5b9-358680dc9ad4', 1, 3, 'choose', 16, NULL, 1, '2026-03-02 09:21:00+00', '2026-03-02 09:21:00+00', false, '2026-11-23 17:28:39.108168+00');
INSERT INTO public.desk_action VALUES (32, '8c7c4aa0-6bae-4cf0-ba43-a2af7fb85b1b', 1, 3, 'explain', 16, NULL, 1, '2026-03-02 09:21:20+00', '2026-03-02 09:21:00+00', false, '2026-11-23 17:28:39.113577+00');
INSERT INTO public.desk_action VALUES (33, '9048780d-f658-4924-bdac-c978b5085d2f', 1, 4, 'choose', 18, NULL, 1, '2026-03-02 09:22:20+00', '2026-03-02 09:22:20+00', false, '2026-11-23 17:28:39.126261+00');
INSERT INTO public.desk_action VALUES (34, 'aa8ba1d5-8e17-4a73-906d-9b076d6e09e5', 1, 4, 'explain', 18, NULL, 1, '2026-03-02 09:22:40+00', '2026-03-02 09:22:20+00', false, '2026-11-23 17:28:39.130386+00');
INSERT INTO public.desk_action VALUES (35, '7904013d-eb50-4d7d-b0e8-a64def5e64e0', 1, 4, 'choose', 19, NULL, 1, '2026-03-02 09:23:20+00', '2026-03-02 09:23:20+00', false, '2026-11-23 17:28:39.138962+00');
INSERT INTO public.desk_action VALUES (36, '876112d8-edf9-4536-8788-f1e563686d93', 1, 4, 'explain', 19, NULL, 1, '2026-03-02 09:23:40+00', '2026-03-02 09:23:20+00', false, '2026-11-23 17:28:39.144297+00');
INSERT INTO public.desk_action VALUES (37, '30605a8e-4fc6-48a2-9ae6-e5bab951d40e', 1, 4, 'choose', 20, NULL, 1, '2026-03-02 09:24:20+00', '2026-03-02 09:24:20+00', false, '2026-11-23 17:28:39.164435+00');
INSERT INTO public.desk_action VALUES (38, 'ee7320b7-e1b7-4826-bd9e-0a76344d0532', 1, 4, 'explain', 20, NULL, 1, '2026-03-02 09:24:40+00', '2026-03-02 09:24:20+00', false, '2026-11-23 17:28:39.16912+00');
INSERT INTO public.desk_action VALUES (39, '2df47dcc-1b50-4ef6-a200-32013c940bc8', 1, 4, 'skip', 21, NULL, 0, '2026-03-02 09:25:20+00', '2026-03-02 09:25:00+00', false, '2026-11-23 17:28:39.175274+00');
INSERT INTO public.desk_action VALUES (40, '1b032eed-c4d9-409e-ae08-fc8dee3d448c', 1, 4, 'choose', 22, NULL, 1, '2026-03-02 09:26:00+00', '2026-03-02 09:26:00+00', false, '2026-11-23 17:28:39.18214+00');
INSERT INTO public.desk_action VALUES (41, '4833a9ae-d5c3-4b8e-b490-8aeb2224ad1e', 1, 4, 'explain', 22, NULL, 1, '2026-03-02 09:26:20+00', '2026-03-02 09:26:00+00', false, '2026-11-23 17:28:39.187781+00');
INSERT INTO public.desk_action VALUES (42, '1e4d0ad9-c375-4460-a0c6-4904ac8b9c66', 1, 4, 'choose', 23, NULL, 1, '2026-03-02 09:27:00+00', '2026-03-02 09:27:00+00', true, '2026-11-23 17:28:39.196301+00');
INSERT INTO public.desk_action VALUES (43, 'bf3f1a3d-38db-4f09-861a-2d7b8055ff1e', 1, 4, 'undo', 23, NULL, 1, '2026-03-02 09:27:20+00', '2026-03-02 09:27:00+00', false, '2026-11-23 17:28:39.201525+00');
INSERT INTO public.desk_action VALUES (44, 'c53272b7-a6bf-49f1-b9a5-bd40ecc2adb4', 1, 4, 'choose', 23, NULL, 3, '2026-03-02 09:28:00+00', '2026-03-02 09:28:00+00', false, '2026-11-23 17:28:39.209398+00');
INSERT INTO public.desk_action VALUES (45, '9a1f146f-551d-4be0-8e4b-de26c15ae388', 1, 4, 'explain', 23, NULL, 3, '2026-03-02 09:28:20+00', '2026-03-02 09:28:00+00', false, '2026-11-23 17:28:39.21453+00');
INSERT INTO public.desk_action VALUES (46, '7e0dbd44-244c-41a8-9f18-eb4f4aecd999', 3, 7, 'rate', NULL, 1, 1, '2026-03-02 09:30:40+00', '2026-03-02 09:30:40+00', false, '2026-11-23 17:28:39.38289+00');
INSERT INTO public.desk_action VALUES (47, 'b388bf80-a7b7-4bed-a676-e71df9cd12e7', 3, 7, 'rate', NULL, 2, 1, '2026-03-02 09:31:20+00', '2026-03-02 09:31:20+00', false, '2026-11-23 17:28:39.40325+00');
INSERT INTO public.desk_action VALUES (48, 'fa340ff9-8e2b-4d6f-8f5d-c45be26e9005', 3, 7, 'rate', NULL, 3, 1, '2026-03-02 09:32:00+00', '2026-03-02 09:32:00+00', true, '2026-11-23 17:28:39.427206+00');
INSERT INTO public.desk_action VALUES (49, '40892e0d-8685-4847-aae9-a0ec7269e314', 3, 7, 'undo', NULL, 3, 1, '2026-03-02 09:32:20+00', '2026-03-02 09:32:00+00', false, '2026-11-23 17:28:39.436326+00');
INSERT INTO public.desk_action VALUES (50, 'ef4959ce-bae9-4b5d-a3a8-90a5c83d0a5b', 3, 7, 'rate', NULL, 3, 3, '2026-03-02 09:33:00+00', '2026-03-02 09:33:00+00', false, '2026-11-23 17:28:39.452042+00');
INSERT INTO public.event VALUES (1, 1, NULL, 'gold_imported', '{"file": "gold.jsonl", "rows": 4, "prompts": 4, "gold": 4}', '2026-11-23 17:28:38.65649+00');
INSERT INTO public.event VALUES (2, 1, 1, 'question_answered', '{"question": 1}', '2026-11-23 17:28:38.733326+00');
INSERT INTO public.event VALUES (3, 1, 1, 'clarification_published', '{"number": 1}', '2026-11-23 17:28:38.741917+00');
INSERT INTO public.event VALUES (4, 1, 1, 'person_excluded', '{"person": 4, "reason": "For rask.", "put_back": true}', '2026-11-23 17:28:39.233975+00');
INSERT INTO public.event VALUES (5, 1, 1, 'message_sent', '{"person": 2, "message": 1}', '2026-11-23 17:28:39.241774+00');
INSERT INTO public.event VALUES (6, 1, 1, 'token_created', '{"name": "loop"}', '2026-11-23 17:28:39.245333+00');
INSERT INTO public.event VALUES (7, 1, 1, 'response_withdrawn', '{"response": 15, "comparisons": 2}', '2026-11-23 17:28:39.25331+00');
INSERT INTO public.event VALUES (8, 2, NULL, 'judgments_imported', '{"file": "old.csv", "rows": 7, "prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}', '2026-11-23 17:28:39.32969+00');
INSERT INTO public.exclusion VALUES (1, 1, 4, 'For rask.', true, 1, '2026-03-02 09:29:00+00', NULL, NULL);
INSERT INTO public.guideline_reading VALUES (1, 2, 1, '1.1+1', 'nb', true, '2026-03-02 09:04:00+00', '2026-03-02 09:04:00+00');
INSERT INTO public.guideline_reading VALUES (2, 3, 1, '1.1+1', 'nb', true, '2026-03-02 09:04:20+00', '2026-03-02 09:04:20+00');
INSERT INTO public.guideline_reading VALUES (3, 4, 1, '1.1+1', 'nb', true, '2026-03-02 09:04:40+00', '2026-03-02 09:04:40+00');
INSERT INTO public.hours_note VALUES (1, 2, 1, '2026-03-02', 30, 'Pause', '2026-03-02 09:02:40+00');
INSERT INTO public.judge_reply VALUES (1, 1, 8, 'norwegian_fluency', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', '0000000000000000000000000000000000000000000000000000000000000000', '{"comparison": 1, "swapped": false}', NULL, 1, 'ok', 'A', NULL, NULL, NULL, '2026-03-02 09:33:20+00');
INSERT INTO public.judge_reply VALUES (2, 1, 8, 'norwegian_fluency', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', '0000000000000000000000000000000000000000000000000000000000000001', '{"comparison": 1, "swapped": true}', NULL, 1, 'ok', 'B', NULL, NULL, NULL, '2026-03-02 09:33:20+00');
INSERT INTO public.judge_reply VALUES (3, 1, 8, 'norwegian_fluency', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', '0000000000000000000000000000000000000000000000000000000000000002', '{"comparison": 3, "swapped": true}', NULL, 1, 'ok', 'A', NULL, NULL, NULL, '2026-03-02 09:33:20+00');
INSERT INTO public.judge_reply VALUES (4, 1, 8, 'norwegian_fluency', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', '0000000000000000000000000000000000000000000000000000000000000003', '{"comparison": 3, "swapped": false}', NULL, 1, 'ok', 'B', NULL, NULL, NULL, '2026-03-02 09:33:20+00');
INSERT INTO public.judge_reply VALUES (5, 1, 8, 'norwegian_fluency', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', '0000000000000000000000000000000000000000000000000000000000000004', '{"comparison": 4, "swapped": true}', NULL, 1, 'ok', 'A', NULL, NULL, NULL, '2026-03-02 09:33:20+00');
INSERT INTO public.judge_reply VALUES (6, 1, 8, 'norwegian_fluency', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', '0000000000000000000000000000000000000000000000000000000000000005', '{"comparison": 4, "swapped": false}', NULL, 1, 'ok', 'B', NULL, NULL, NULL, '2026-03-02 09:33:20+00');
INSERT INTO public.judgment VALUES (1, 1, 1, true, 'A', 'first', false, true, true, 1, 1, 1, 2, 3, 2, false, '2026-03-02 09:05:00+00', '2026-03-02 09:05:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.789468+00', false);
INSERT INTO public.judgment VALUES (2, 2, 1, true, 'B', 'second', false, true, true, 1, 2, 5, 1, 3, 2, false, '2026-03-02 09:06:00+00', '2026-03-02 09:06:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.823947+00', false);
INSERT INTO public.judgment VALUES (3, 3, 1, true, 'tie', 'tie', true, true, false, 1, 18, 9, NULL, NULL, 2, false, '2026-03-02 09:07:00+00', '2026-03-02 09:07:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.863568+00', false);
INSERT INTO public.judgment VALUES (4, 5, 1, true, 'A', 'second', true, true, true, 1, 4, 2, 1, 2, 2, false, '2026-03-02 09:08:40+00', '2026-03-02 09:09:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.908971+00', false);
INSERT INTO public.judgment VALUES (5, 6, 1, false, 'B', 'first', true, true, true, 1, 5, 4, 1, 3, 2, false, '2026-03-02 09:09:40+00', '2026-03-02 09:10:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.931963+00', false);
INSERT INTO public.judgment VALUES (6, 6, 2, false, NULL, NULL, true, true, true, 1, 5, 4, 1, 3, 2, false, '2026-03-02 09:09:40+00', '2026-03-02 09:10:20+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.938896+00', false);
INSERT INTO public.judgment VALUES (7, 6, 3, true, 'tie', 'tie', true, true, true, 1, 5, 4, 1, 3, 2, false, '2026-03-02 09:10:20+00', '2026-03-02 09:11:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.957064+00', false);
INSERT INTO public.judgment VALUES (8, 7, 1, true, 'A', 'second', true, true, true, 1, 6, 1, 1, 3, 2, false, '2026-03-02 09:11:40+00', '2026-03-02 09:12:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:38.979604+00', false);
INSERT INTO public.judgment VALUES (9, 8, 1, true, 'A', 'first', false, true, true, 1, 7, 5, 1, 2, 2, false, '2026-03-02 09:12:40+00', '2026-03-02 09:13:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.003289+00', false);
INSERT INTO public.judgment VALUES (10, 10, 1, true, 'B', 'first', true, true, true, 1, 1, 1, 2, 3, 3, false, '2026-03-02 09:14:00+00', '2026-03-02 09:14:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.020729+00', false);
INSERT INTO public.judgment VALUES (11, 11, 1, true, 'tie', 'tie', false, true, true, 1, 2, 5, 1, 3, 3, false, '2026-03-02 09:15:00+00', '2026-03-02 09:15:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.031011+00', false);
INSERT INTO public.judgment VALUES (12, 12, 1, true, 'A', 'second', true, true, true, 1, 3, 3, 2, 3, 3, false, '2026-03-02 09:16:00+00', '2026-03-02 09:16:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.049049+00', false);
INSERT INTO public.judgment VALUES (13, 14, 1, true, 'B', 'second', false, true, true, 1, 4, 2, 1, 2, 3, false, '2026-03-02 09:17:40+00', '2026-03-02 09:18:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.072315+00', false);
INSERT INTO public.judgment VALUES (14, 15, 1, false, 'tie', 'tie', false, true, true, 1, 5, 4, 1, 3, 3, false, '2026-03-02 09:18:40+00', '2026-03-02 09:19:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.083885+00', false);
INSERT INTO public.judgment VALUES (15, 15, 2, false, NULL, NULL, false, true, true, 1, 5, 4, 1, 3, 3, false, '2026-03-02 09:18:40+00', '2026-03-02 09:19:20+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.087518+00', false);
INSERT INTO public.judgment VALUES (16, 15, 3, true, 'A', 'first', false, true, true, 1, 5, 4, 1, 3, 3, false, '2026-03-02 09:19:20+00', '2026-03-02 09:20:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.09493+00', false);
INSERT INTO public.judgment VALUES (17, 16, 1, true, 'A', 'second', true, true, true, 1, 6, 1, 1, 3, 3, false, '2026-03-02 09:20:40+00', '2026-03-02 09:21:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.10695+00', false);
INSERT INTO public.judgment VALUES (18, 18, 1, true, 'tie', 'tie', false, true, true, 1, 3, 3, 2, 3, 4, false, '2026-03-02 09:22:00+00', '2026-03-02 09:22:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.12554+00', false);
INSERT INTO public.judgment VALUES (19, 19, 1, true, 'A', 'second', true, true, true, 1, 7, 5, 1, 2, 4, false, '2026-03-02 09:23:00+00', '2026-03-02 09:23:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.137914+00', false);
INSERT INTO public.judgment VALUES (20, 20, 1, true, 'A', 'second', true, true, false, 1, 17, 8, NULL, NULL, 4, false, '2026-03-02 09:24:00+00', '2026-03-02 09:24:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.163398+00', false);
INSERT INTO public.judgment VALUES (21, 22, 1, true, 'tie', 'tie', true, true, true, 1, 10, 4, 1, 2, 4, false, '2026-03-02 09:25:40+00', '2026-03-02 09:26:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.181202+00', false);
INSERT INTO public.judgment VALUES (22, 23, 1, false, 'A', 'first', false, true, true, 1, 11, 1, 1, 2, 4, false, '2026-03-02 09:26:40+00', '2026-03-02 09:27:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.195339+00', false);
INSERT INTO public.judgment VALUES (23, 23, 2, false, NULL, NULL, false, true, true, 1, 11, 1, 1, 2, 4, false, '2026-03-02 09:26:40+00', '2026-03-02 09:27:20+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.199301+00', false);
INSERT INTO public.judgment VALUES (24, 23, 3, true, 'A', 'first', false, true, true, 1, 11, 1, 1, 2, 4, false, '2026-03-02 09:27:20+00', '2026-03-02 09:28:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.1+1', '2026-11-23 17:28:39.208255+00', false);
INSERT INTO public.judgment VALUES (25, 25, 1, true, 'A', 'first', false, true, true, 2, 22, 10, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.320179+00', false);
INSERT INTO public.judgment VALUES (26, 26, 1, true, 'tie', 'tie', false, true, true, 2, 20, 10, 8, 9, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.320185+00', false);
INSERT INTO public.judgment VALUES (27, 27, 1, true, 'A', 'second', true, true, true, 2, 24, 10, 7, 9, 6, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.320187+00', false);
INSERT INTO public.judgment VALUES (28, 28, 1, true, 'B', 'second', false, true, true, 2, 25, 11, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.32019+00', false);
INSERT INTO public.judgment VALUES (29, 29, 1, true, 'B', 'second', false, true, true, 2, 21, 11, 7, 9, NULL, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.320192+00', false);
INSERT INTO public.judgment VALUES (30, 30, 1, true, 'A', 'second', true, true, true, 2, 23, 11, 8, 9, 6, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.320193+00', false);
INSERT INTO public.judgment VALUES (31, 31, 1, true, 'A', 'first', false, true, false, 2, 25, 11, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 17:28:39.320195+00', false);
INSERT INTO public.judgment VALUES (32, 32, 1, true, 'A', 'first', false, true, true, 1, 1, 1, 2, 3, 8, false, NULL, '2026-03-02 09:33:20+00', NULL, NULL, 'plain', NULL, NULL, '1.0', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', NULL, '2026-11-23 17:28:39.477011+00', false);
INSERT INTO public.judgment VALUES (33, 33, 1, true, 'B', 'first', true, true, false, 1, 1, 1, 2, 3, 8, false, NULL, '2026-03-02 09:33:20+00', NULL, NULL, 'plain', NULL, NULL, '1.0', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', NULL, '2026-11-23 17:28:39.481129+00', false);
INSERT INTO public.judgment VALUES (34, 34, 1, true, 'A', 'second', true, true, true, 1, 3, 3, 2, 3, 8, false, NULL, '2026-03-02 09:33:20+00', NULL, NULL, 'plain', NULL, NULL, '1.0', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', NULL, '2026-11-23 17:28:39.484671+00', false);
INSERT INTO public.judgment VALUES (35, 35, 1, true, 'B', 'second', false, true, false, 1, 3, 3, 2, 3, 8, false, NULL, '2026-03-02 09:33:20+00', NULL, NULL, 'plain', NULL, NULL, '1.0', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', NULL, '2026-11-23 17:28:39.488085+00', false);
INSERT INTO public.judgment VALUES (36, 36, 1, true, 'A', 'second', true, true, true, 1, 4, 2, 1, 2, 8, false, NULL, '2026-03-02 09:33:20+00', NULL, NULL, 'plain', NULL, NULL, '1.0', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', NULL, '2026-11-23 17:28:39.49144+00', false);
INSERT INTO public.judgment VALUES (37, 37, 1, true, 'B', 'second', false, true, false, 1, 4, 2, 1, 2, 8, false, NULL, '2026-03-02 09:33:20+00', NULL, NULL, 'plain', NULL, NULL, '1.0', '5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087', NULL, '2026-11-23 17:28:39.500017+00', false);
INSERT INTO public.link VALUES (1, 1, 'b53e0f6d0d11519d42b2f2f2f478b3545fb53ec9553cd92f0da50e75b179ae53', '2026-11-23 17:28:38.66346+00', NULL);
INSERT INTO public.link VALUES (2, 2, '37efdafcabf98b2734b7ad07a0e0fe96d40d7d700db44014a34fa094d1d444c1', '2026-11-23 17:28:38.670807+00', NULL);
INSERT INTO public.link VALUES (3, 3, 'fb1b7a5fe4c2437552272917e2708f027b3c303d4872c1b1b7fe03b85223da47', '2026-11-23 17:28:38.675689+00', NULL);
INSERT INTO public.link VALUES (4, 4, 'ffe173da417964442e0469cb12579f286196e1ac86f04c335b42c42bc06f6189', '2026-11-23 17:28:38.680493+00', NULL);
INSERT INTO public.link VALUES (5, 7, 'f00778f3b663445c4d59904a32f0724343e66002b5506ca473fae049e489b7d4', '2026-11-23 17:28:39.340703+00', NULL);
INSERT INTO public.membership VALUES (1, 1, 1, 'lead', NULL);
INSERT INTO public.membership VALUES (2, 2, 1, 'annotator', NULL);
INSERT INTO public.membership VALUES (3, 3, 1, 'annotator', NULL);
INSERT INTO public.membership VALUES (4, 4, 1, 'annotator', NULL);
INSERT INTO public.membership VALUES (5, 7, 3, 'annotator', NULL);
INSERT INTO public.message VALUES (1, 1, 2, 'Takk!', 1, '2026-03-02 09:29:20+00', NULL);
INSERT INTO public.person VALUES (1, 'Lise', 'human', NULL, '2026-11-23 17:28:38.662122+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (2, 'Kari', 'human', NULL, '2026-11-23 17:28:38.670258+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (3, 'Ola', 'human', NULL, '2026-11-23 17:28:38.675164+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (4, 'Per', 'human', NULL, '2026-11-23 17:28:38.679872+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (5, 'Ada', 'human', NULL, '2026-11-23 17:28:39.30337+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (6, 'Bo', 'human', NULL, '2026-11-23 17:28:39.303376+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (7, 'Rita', 'human', NULL, '2026-11-23 17:28:39.339946+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (8, 'dommer-1', 'judge', NULL, '2026-11-23 17:28:39.455631+00', 100, NULL, NULL);
INSERT INTO public.program_token VALUES (1, 1, 'loop', '648bb16db58a8934ff5fc50d004007cf06e8bb8cb0190b8025bb7c7e08af9bb2', 1, '2026-11-23 17:28:39.246057+00', NULL);
INSERT INTO public.prompt VALUES (1, 1, 'p0', 'p0', 'regular', 'Oppgave 0', 'nb', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (2, 1, 'p1', 'p1', 'regular', 'Oppgave 1', 'nn', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (3, 1, 'p2', 'p2', 'regular', 'Oppgave 2', 'nb', 'news', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (4, 1, 'p3', 'p3', 'regular', 'Oppgave 3', 'nn', 'news', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (5, 1, 'p4', 'p4', 'regular', 'Oppgave 4', 'nb', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (6, 1, 'gold:text:da2b6f4ca3d068ec', NULL, 'gold', 'Kontroll 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (7, 1, 'gold:text:344b40a5c28bc32b', NULL, 'gold', 'Kontroll 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (8, 1, 'gold:text:c97bce6eb5333302', NULL, 'gold', 'Kontroll 2', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (9, 1, 'gold:text:12deb7a01b6f95e8', NULL, 'gold', 'Kontroll 3', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (10, 2, 'text:62accd7fd67903c2', NULL, 'regular', 'Skriv om havet.', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (11, 2, 'text:eab32344e61b9f9f', NULL, 'regular', 'Skriv om fjellet.', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (12, 3, 'p0', 'p0', 'regular', 'Oppgave 0', 'nb', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (13, 3, 'p1', 'p1', 'regular', 'Oppgave 1', 'nn', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.question VALUES (1, 1, 2, NULL, 'Hva nå?', '2026-03-02 09:03:00+00', 'Slik.', 1, '2026-03-02 09:03:20+00', NULL, '2026-03-02 09:03:20+00', NULL, NULL);
INSERT INTO public.rating VALUES (1, 1, 'adequacy', 1, true, 1, false, 'Fordi.', '2026-03-02 09:30:40+00', 20000, 'nb', '2026-11-23 17:28:39.381333+00', NULL, false);
INSERT INTO public.rating VALUES (2, 1, 'fluency', 1, true, 1, false, 'Fordi.', '2026-03-02 09:30:40+00', 20000, 'nb', '2026-11-23 17:28:39.381337+00', NULL, false);
INSERT INTO public.rating VALUES (3, 2, 'adequacy', 1, true, 2, false, 'Fordi.', '2026-03-02 09:31:20+00', 20000, 'nb', '2026-11-23 17:28:39.402161+00', NULL, false);
INSERT INTO public.rating VALUES (4, 2, 'fluency', 1, true, 2, false, 'Fordi.', '2026-03-02 09:31:20+00', 20000, 'nb', '2026-11-23 17:28:39.402165+00', NULL, false);
INSERT INTO public.rating VALUES (5, 3, 'adequacy', 1, false, 1, false, 'Fordi.', '2026-03-02 09:32:00+00', 20000, 'nb', '2026-11-23 17:28:39.426203+00', NULL, false);
INSERT INTO public.rating VALUES (6, 3, 'fluency', 1, false, 1, false, 'Fordi.', '2026-03-02 09:32:00+00', 20000, 'nb', '2026-11-23 17:28:39.426207+00', NULL, false);
INSERT INTO public.rating VALUES (7, 3, 'adequacy', 2, false, NULL, false, NULL, '2026-03-02 09:32:20+00', NULL, NULL, '2026-11-23 17:28:39.43459+00', NULL, false);
INSERT INTO public.rating VALUES (8, 3, 'fluency', 2, false, NULL, false, NULL, '2026-03-02 09:32:20+00', NULL, NULL, '2026-11-23 17:28:39.434593+00', NULL, false);
INSERT INTO public.rating VALUES (9, 3, 'adequacy', 3, true, 2, false, 'Fordi.', '2026-03-02 09:33:00+00', 40000, 'nb', '2026-11-23 17:28:39.450945+00', NULL, false);
INSERT INTO public.rating VALUES (10, 3, 'fluency', 3, true, 2, false, 'Fordi.', '2026-03-02 09:33:00+00', 40000, 'nb', '2026-11-23 17:28:39.450949+00', NULL, false);
INSERT INTO public.rating_assignment VALUES (1, 3, 31, 7, 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'done', NULL, '2026-03-02 09:30:20+00', '2026-11-23 17:28:39.364393+00', NULL, NULL, NULL);
INSERT INTO public.rating_assignment VALUES (2, 3, 35, 7, 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'done', NULL, '2026-03-02 09:31:00+00', '2026-11-23 17:28:39.393707+00', NULL, NULL, NULL);
INSERT INTO public.rating_assignment VALUES (3, 3, 32, 7, 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'done', NULL, '2026-03-02 09:32:20+00', '2026-11-23 17:28:39.415034+00', NULL, NULL, NULL);
INSERT INTO public.reason VALUES (1, 1, 2, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (2, 2, 13, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (3, 3, 23, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (4, 4, 5, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (5, 5, 12, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (6, 6, 3, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (7, 7, 13, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (8, 8, 3, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (9, 9, 13, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (10, 10, 9, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (11, 11, 4, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (12, 12, 10, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (13, 13, 3, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (14, 14, 8, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (15, 15, 14, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (16, 16, 21, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (17, 17, 11, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (18, 18, 1, 'grammar', NULL, NULL);
INSERT INTO public.remark VALUES (1, 1, NULL, 'Her.', '2026-03-02 09:05:40+00');
INSERT INTO public.remark VALUES (2, 2, NULL, 'Her.', '2026-03-02 09:06:40+00');
INSERT INTO public.remark VALUES (3, 3, NULL, 'Her.', '2026-03-02 09:07:40+00');
INSERT INTO public.remark VALUES (4, 4, NULL, 'Her.', '2026-03-02 09:09:20+00');
INSERT INTO public.remark VALUES (5, 7, NULL, 'Her.', '2026-03-02 09:11:20+00');
INSERT INTO public.remark VALUES (6, 8, NULL, 'Her.', '2026-03-02 09:12:20+00');
INSERT INTO public.remark VALUES (7, 9, NULL, 'Her.', '2026-03-02 09:13:20+00');
INSERT INTO public.remark VALUES (8, 10, NULL, 'Her.', '2026-03-02 09:14:40+00');
INSERT INTO public.remark VALUES (9, 11, NULL, 'Her.', '2026-03-02 09:15:40+00');
INSERT INTO public.remark VALUES (10, 12, NULL, 'Her.', '2026-03-02 09:16:40+00');
INSERT INTO public.remark VALUES (11, 13, NULL, 'Her.', '2026-03-02 09:18:20+00');
INSERT INTO public.remark VALUES (12, 16, NULL, 'Her.', '2026-03-02 09:20:20+00');
INSERT INTO public.remark VALUES (13, 17, NULL, 'Her.', '2026-03-02 09:21:20+00');
INSERT INTO public.remark VALUES (14, 18, NULL, 'Her.', '2026-03-02 09:22:40+00');
INSERT INTO public.remark VALUES (15, 19, NULL, 'Her.', '2026-03-02 09:23:40+00');
INSERT INTO public.remark VALUES (16, 20, NULL, 'Her.', '2026-03-02 09:24:40+00');
INSERT INTO public.remark VALUES (17, 21, NULL, 'Her.', '2026-03-02 09:26:20+00');
INSERT INTO public.remark VALUES (18, 24, NULL, 'Her.', '2026-03-02 09:28:20+00');
INSERT INTO public.response VALUES (1, 1, 1, 1, 'Dette er svar 132598cb6387.', 'null', NULL);
INSERT INTO public.response VALUES (2, 1, 1, 2, 'Dette er svar 2372d3bd995f.', 'null', NULL);
INSERT INTO public.response VALUES (3, 1, 1, 3, 'Dette er svar 92b27607d001.', 'null', NULL);
INSERT INTO public.response VALUES (4, 1, 2, 1, 'Dette er svar 2fd2c1bbbfad.', 'null', NULL);
INSERT INTO public.response VALUES (5, 1, 2, 2, 'Dette er svar f8347c095598.', 'null', NULL);
INSERT INTO public.response VALUES (6, 1, 2, 3, 'Dette er svar 9098e92e220a.', 'null', NULL);
INSERT INTO public.response VALUES (7, 1, 3, 1, 'Dette er svar 33dc7d9656ba.', 'null', NULL);
INSERT INTO public.response VALUES (8, 1, 3, 2, 'Dette er svar 68754bf24ff4.', 'null', NULL);
INSERT INTO public.response VALUES (9, 1, 3, 3, 'Dette er svar 6b66737100fe.', 'null', NULL);
INSERT INTO public.response VALUES (10, 1, 4, 1, 'Dette er svar d2b20af82786.', 'null', NULL);
INSERT INTO public.response VALUES (11, 1, 4, 2, 'Dette er svar 6a465759ea66.', 'null', NULL);
INSERT INTO public.response VALUES (12, 1, 4, 3, 'Dette er svar 5e7085fba481.', 'null', NULL);
INSERT INTO public.response VALUES (13, 1, 5, 1, 'Dette er svar a49a93211cea.', 'null', NULL);
INSERT INTO public.response VALUES (14, 1, 5, 2, 'Dette er svar 754cc3e0f65c.', 'null', NULL);
INSERT INTO public.response VALUES (16, 1, 6, NULL, 'Teksten 0 er god.', NULL, NULL);
INSERT INTO public.response VALUES (17, 1, 6, NULL, 'Teksten 0 god er.', NULL, NULL);
INSERT INTO public.response VALUES (18, 1, 7, NULL, 'Teksten 1 er god.', NULL, NULL);
INSERT INTO public.response VALUES (19, 1, 7, NULL, 'Teksten 1 god er.', NULL, NULL);
INSERT INTO public.response VALUES (20, 1, 8, NULL, 'Teksten 2 er god.', NULL, NULL);
INSERT INTO public.response VALUES (21, 1, 8, NULL, 'Teksten 2 god er.', NULL, NULL);
INSERT INTO public.response VALUES (22, 1, 9, NULL, 'Teksten 3 er god.', NULL, NULL);
INSERT INTO public.response VALUES (23, 1, 9, NULL, 'Teksten 3 god er.', NULL, NULL);
INSERT INTO public.response VALUES (15, 1, 5, 3, 'Dette er svar 3bdc2442daa4.', 'null', '2026-03-02 09:29:40+00');
INSERT INTO public.response VALUES (24, 2, 10, 7, 'Havet er blått.', 'null', NULL);
INSERT INTO public.response VALUES (25, 2, 10, 8, 'Havet er stort.', 'null', NULL);
INSERT INTO public.response VALUES (26, 2, 10, 9, 'Sjøen er djup.', 'null', NULL);
INSERT INTO public.response VALUES (27, 2, 11, 7, 'Fjellet er høgt.', 'null', NULL);
INSERT INTO public.response VALUES (28, 2, 11, 9, 'Berget er grått.', 'null', NULL);
INSERT INTO public.response VALUES (29, 2, 11, 8, 'Fjellet er bratt.', 'null', NULL);
INSERT INTO public.response VALUES (30, 3, 12, 10, 'Dette er svar 132598cb6387.', 'null', NULL);
INSERT INTO public.response VALUES (31, 3, 12, 11, 'Dette er svar 2372d3bd995f.', 'null', NULL);
INSERT INTO public.response VALUES (32, 3, 12, 12, 'Dette er svar 92b27607d001.', 'null', NULL);
INSERT INTO public.response VALUES (33, 3, 13, 10, 'Dette er svar 2fd2c1bbbfad.', 'null', NULL);
INSERT INTO public.response VALUES (34, 3, 13, 11, 'Dette er svar f8347c095598.', 'null', NULL);
INSERT INTO public.response VALUES (35, 3, 13, 12, 'Dette er svar 9098e92e220a.', 'null', NULL);
INSERT INTO public.sign_in VALUES (1, '526d41421f700e06456f38fb2585044bda1e9b6d8c88daff9a9336972af40fb0', 1, 1, '2026-03-02 09:00:20+00', NULL);
INSERT INTO public.sign_in VALUES (2, '034de22b1133018df2faec7fa93e52279ce833fc90a5e3f35efdcbd5fe488c0d', 2, 2, '2026-03-02 09:00:40+00', NULL);
INSERT INTO public.sign_in VALUES (3, '461336fc90111bced2820b54cb80f0d4436b997a8f2dbf7aa0a32c3998aea682', 3, 3, '2026-03-02 09:01:00+00', NULL);
INSERT INTO public.sign_in VALUES (4, '347d62ef757499ed90c55f71f38481871d1349049345f58e051385b786b38e7a', 4, 4, '2026-03-02 09:01:20+00', NULL);
INSERT INTO public.sign_in VALUES (5, '431e0cac7e0c93d3d5d1d5b6c0513aa794ad6176c5edaf8a932ae425054ba4cc', 7, 5, '2026-03-02 09:30:00+00', NULL);
INSERT INTO public.system VALUES (1, 1, 'alfa-modell', NULL, NULL);
INSERT INTO public.system VALUES (2, 1, 'bravo-modell', NULL, NULL);
INSERT INTO public.system VALUES (3, 1, 'charlie-modell', NULL, NULL);
INSERT INTO public.system VALUES (4, 2, 'alfa-modell', NULL, NULL);
INSERT INTO public.system VALUES (5, 2, 'bravo-modell', NULL, NULL);
INSERT INTO public.system VALUES (6, 2, 'charlie-modell', NULL, NULL);
INSERT INTO public.system VALUES (7, 2, 'alfa', NULL, NULL);
INSERT INTO public.system VALUES (8, 2, 'bravo', NULL, NULL);
INSERT INTO public.system VALUES (9, 2, 'charlie', NULL, NULL);
INSERT INTO public.system VALUES (10, 3, 'alfa-modell', NULL, NULL);
INSERT INTO public.system VALUES (11, 3, 'bravo-modell', NULL, NULL);
INSERT INTO public.system VALUES (12, 3, 'charlie-modell', NULL, NULL);
SELECT pg_catalog.setval('public.assignment_id_seq', 37, true);
SELECT pg_catalog.setval('public.campaign_id_seq', 3, true);
SELECT pg_catalog.setval('public.clarification_id_seq', 1, true);
SELECT pg_catalog.setval('public.comparison_id_seq', 25, true);
SELECT pg_catalog.setval('public.consent_id_seq', 3, true);
SELECT pg_catalog.setval('public.desk_action_id_seq', 50, true);
SELECT pg_catalog.setval('public.event_id_seq', 8, true);
SELECT pg_catalog.setval('public.exclusion_id_seq', 1, true);
SELECT pg_catalog.setval('public.guideline_reading_id_seq', 3, true);
SELECT pg_catalog.setval('public.hours_note_id_seq', 1, true);
SELECT pg_catalog.setval('public.judge_reply_id_seq', 6, true);
SELECT pg_catalog.setval('public.judgment_id_seq', 37, true);
SELECT pg_catalog.setval('public.link_id_seq', 5, true);
SELECT pg_catalog.setval('public.membership_id_seq', 5, true);
SELECT pg_catalog.setval('public.message_id_seq', 1, true);
SELECT pg_catalog.setval('public.person_id_seq', 8, true);
SELECT pg_catalog.setval('public.program_token_id_seq', 1, true);
SELECT pg_catalog.setval('public.prompt_id_seq', 13, true);
SELECT pg_catalog.setval('public.qualification_id_seq', 1, false);
SELECT pg_catalog.setval('public.question_id_seq', 1, true);
SELECT pg_catalog.setval('public.rating_assignment_id_seq', 3, true);
SELECT pg_catalog.setval('public.rating_id_seq', 10, true);
SELECT pg_catalog.setval('public.rating_mark_id_seq', 1, false);
SELECT pg_catalog.setval('public.reason_id_seq', 18, true);
SELECT pg_catalog.setval('public.remark_id_seq', 18, true);
SELECT pg_catalog.setval('public.response_id_seq', 35, true);
SELECT pg_catalog.setval('public.round_id_seq', 1, false);
SELECT pg_catalog.setval('public.sign_in_id_seq', 5, true);
SELECT pg_catalog.setval('public.system_id_seq', 12, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT pk_assignment PRIMARY KEY (id);
ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT pk_campaign PRIMARY KEY (id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT pk_clarification PRIMARY KEY (id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT pk_comparison PRIMARY KEY (id);
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT pk_consent PRIMARY KEY (id);
ALTER TABLE ONLY public.desk_action
    ADD CONSTRAINT pk_desk_action PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT pk_event PRIMARY KEY (id);
ALTER TABLE ONLY public.exclusion
    ADD CONSTRAINT pk_exclusion PRIMARY KEY (id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT pk_guideline_reading PRIMARY KEY (id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT pk_hours_note PRIMARY KEY (id);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT pk_judge_reply PRIMARY KEY (id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT pk_judgment PRIMARY KEY (id);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT pk_link PRIMARY KEY (id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT pk_membership PRIMARY KEY (id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT pk_message PRIMARY KEY (id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT pk_person PRIMARY KEY (id);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT pk_program_token PRIMARY KEY (id);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT pk_prompt PRIMARY KEY (id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT pk_qualification PRIMARY KEY (id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT pk_question PRIMARY KEY (id);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT pk_rating PRIMARY KEY (id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT pk_rating_assignment PRIMARY KEY (id);
ALTER TABLE ONLY public.rating_mark
    ADD CONSTRAINT pk_rating_mark PRIMARY KEY (id);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT pk_reason PRIMARY KEY (id);
ALTER TABLE ONLY public.remark
    ADD CONSTRAINT pk_remark PRIMARY KEY (id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT pk_response PRIMARY KEY (id);
ALTER TABLE ONLY public.round
    ADD CONSTRAINT pk_round PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT pk_sign_in PRIMARY KEY (id);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT pk_system PRIMARY KEY (id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence);
ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT uq_campaign_slug UNIQUE (slug);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT uq_clarification_campaign_id_number UNIQUE (campaign_id, number);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT uq_comparison_first_response_id_second_response_id UNIQUE (first_response_id, second_response_id);
ALTER TABLE ONLY public.desk_action
    ADD CONSTRAINT uq_desk_action_campaign_id_person_id_uuid UNIQUE (campaign_id, person_id, uuid);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT uq_judge_reply_person_id_request_hash_attempt UNIQUE (person_id, request_hash, attempt);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT uq_link_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT uq_person_name UNIQUE (name);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT uq_program_token_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT uq_prompt_campaign_id_key UNIQUE (campaign_id, key);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT uq_qualification_person_id_campaign_id_attempt UNIQUE (person_id, campaign_id, attempt);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key);
ALTER TABLE ONLY public.rating_mark
    ADD CONSTRAINT uq_rating_mark_rating_assignment_id_revision_issue_start_end UNIQUE (rating_assignment_id, revision, issue, start, "end");
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT uq_reason_remark_id_response_id_issue_start_end UNIQUE (remark_id, response_id, issue, start, "end");
ALTER TABLE ONLY public.remark
    ADD CONSTRAINT uq_remark_judgment_id UNIQUE (judgment_id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id);
ALTER TABLE ONLY public.round
    ADD CONSTRAINT uq_round_campaign_id_number UNIQUE (campaign_id, number);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name);
CREATE INDEX ix_assignment_person ON public.assignment USING btree (campaign_id, person_id, status, sequence);
CREATE INDEX ix_comparison_campaign ON public.comparison USING btree (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON public.comparison USING btree (campaign_id, "position") WHERE ((done < overlap) AND ((kind)::text = 'regular'::text) AND (identical = false) AND (withdrawn_at IS NULL));
CREATE INDEX ix_comparison_prompt ON public.comparison USING btree (prompt_id);
CREATE INDEX ix_consent_person ON public.consent USING btree (person_id, campaign_id);
CREATE INDEX ix_desk_action_person ON public.desk_action USING btree (campaign_id, person_id, id);
CREATE INDEX ix_event_campaign ON public.event USING btree (campaign_id, id);
CREATE INDEX ix_guideline_reading_person ON public.guideline_reading USING btree (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON public.hours_note USING btree (person_id, campaign_id, day);
CREATE INDEX ix_judge_reply_campaign ON public.judge_reply USING btree (campaign_id, person_id);
CREATE INDEX ix_judgment_late ON public.judgment USING btree (campaign_id, person_id) WHERE late;
CREATE INDEX ix_judgment_person ON public.judgment USING btree (campaign_id, person_id, id);
CREATE INDEX ix_judgment_ranking ON public.judgment USING btree (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE (live AND ranked AND (outcome IS NOT NULL));
CREATE INDEX ix_judgment_unranked ON public.judgment USING btree (campaign_id, person_id) WHERE (NOT ranked);
CREATE INDEX ix_message_person ON public.message USING btree (campaign_id, person_id);
CREATE INDEX ix_program_token_campaign_id ON public.program_token USING btree (campaign_id);
CREATE INDEX ix_question_person ON public.question USING btree (campaign_id, person_id);
CREATE INDEX ix_rating_assignment_person ON public.rating_assignment USING btree (campaign_id, person_id, status);
CREATE INDEX ix_reason_response_id ON public.reason USING btree (response_id);
CREATE INDEX ix_response_campaign_id ON public.response USING btree (campaign_id);
CREATE INDEX ix_sign_in_person_id ON public.sign_in USING btree (person_id);
CREATE UNIQUE INDEX uq_exclusion_live ON public.exclusion USING btree (campaign_id, person_id) WHERE (lifted_at IS NULL);
CREATE UNIQUE INDEX uq_judgment_live ON public.judgment USING btree (assignment_id) WHERE live;
CREATE UNIQUE INDEX uq_link_live ON public.link USING btree (person_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX uq_membership_campaign ON public.membership USING btree (person_id, campaign_id, role) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX uq_membership_everywhere ON public.membership USING btree (person_id, role) WHERE (campaign_id IS NULL);
CREATE UNIQUE INDEX uq_rating_live ON public.rating USING btree (rating_assignment_id, criterion) WHERE live;
CREATE UNIQUE INDEX uq_rating_mark_placeless ON public.rating_mark USING btree (rating_assignment_id, revision, issue) WHERE (start IS NULL);
CREATE UNIQUE INDEX uq_reason_placeless ON public.reason USING btree (remark_id, response_id, issue) WHERE (start IS NULL);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY (comparison_id) REFERENCES public.comparison(id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY (qualification_id) REFERENCES public.qualification(id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT fk_clarification_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT fk_clarification_published_by_person FOREIGN KEY (published_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT fk_clarification_question_id_question FOREIGN KEY (question_id) REFERENCES public.question(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_first_response_id_response FOREIGN KEY (first_response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_prompt_id_prompt FOREIGN KEY (prompt_id) REFERENCES public.prompt(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_second_response_id_response FOREIGN KEY (second_response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT fk_consent_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT fk_consent_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.desk_action
    ADD CONSTRAINT fk_desk_action_assignment_id_assignment FOREIGN KEY (assignment_id) REFERENCES public.assignment(id);
ALTER TABLE ONLY public.desk_action
    ADD CONSTRAINT fk_desk_action_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.desk_action
    ADD CONSTRAINT fk_desk_action_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.desk_action
    ADD CONSTRAINT fk_desk_action_rating_assignment_id_rating_assignment FOREIGN KEY (rating_assignment_id) REFERENCES public.rating_assignment(id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT fk_event_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT fk_event_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.exclusion
    ADD CONSTRAINT fk_exclusion_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.exclusion
    ADD CONSTRAINT fk_exclusion_lifted_by_person FOREIGN KEY (lifted_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.exclusion
    ADD CONSTRAINT fk_exclusion_made_by_person FOREIGN KEY (made_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.exclusion
    ADD CONSTRAINT fk_exclusion_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT fk_guideline_reading_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT fk_guideline_reading_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT fk_hours_note_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT fk_hours_note_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT fk_judge_reply_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT fk_judge_reply_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY (assignment_id) REFERENCES public.assignment(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY (comparison_id) REFERENCES public.comparison(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY (first_system_id) REFERENCES public.system(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY (prompt_id) REFERENCES public.prompt(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY (second_system_id) REFERENCES public.system(id);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT fk_link_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT fk_membership_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT fk_message_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT fk_message_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT fk_message_sent_by_person FOREIGN KEY (sent_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT fk_program_token_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT fk_program_token_created_by_person FOREIGN KEY (created_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT fk_prompt_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT fk_qualification_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT fk_qualification_granted_by_person FOREIGN KEY (granted_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT fk_qualification_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_answered_by_person FOREIGN KEY (answered_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY (assignment_id) REFERENCES public.assignment(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_rating_assignment_id_rating_assignment FOREIGN KEY (rating_assignment_id) REFERENCES public.rating_assignment(id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY (response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.rating_mark
    ADD CONSTRAINT fk_rating_mark_rating_assignment_id_rating_assignment FOREIGN KEY (rating_assignment_id) REFERENCES public.rating_assignment(id);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY (rating_assignment_id) REFERENCES public.rating_assignment(id);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY (remark_id) REFERENCES public.remark(id);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT fk_reason_response_id_response FOREIGN KEY (response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.remark
    ADD CONSTRAINT fk_remark_judgment_id_judgment FOREIGN KEY (judgment_id) REFERENCES public.judgment(id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY (prompt_id) REFERENCES public.prompt(id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT fk_response_system_id_system FOREIGN KEY (system_id) REFERENCES public.system(id);
ALTER TABLE ONLY public.round
    ADD CONSTRAINT fk_round_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.round
    ADD CONSTRAINT fk_round_opened_by_person FOREIGN KEY (opened_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY (link_id) REFERENCES public.link(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
