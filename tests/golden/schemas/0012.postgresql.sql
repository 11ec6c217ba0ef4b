CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.arrival (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    source character varying,
    parameters json NOT NULL,
    platform_person character varying,
    arrived_at timestamp with time zone NOT NULL,
    ended character varying,
    ended_at timestamp with time zone,
    CONSTRAINT ck_arrival_ended CHECK (((ended)::text = ANY ((ARRAY['completed'::character varying, 'screened_out'::character varying, 'full'::character varying, 'withdrawn'::character varying])::text[]))),
    CONSTRAINT ck_arrival_ended_at CHECK (((ended IS NULL) = (ended_at IS NULL)))
);
CREATE SEQUENCE public.arrival_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.arrival_id_seq OWNED BY public.arrival.id;
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
    skip_settled_at timestamp with time zone,
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
    guideline_edition integer DEFAULT 0 NOT NULL,
    headings json,
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
CREATE TABLE public.guideline_edition (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    number integer NOT NULL,
    texts json NOT NULL,
    published_by integer,
    published_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.guideline_edition_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.guideline_edition_id_seq OWNED BY public.guideline_edition.id;
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
CREATE TABLE public.job (
    id integer NOT NULL,
    kind character varying NOT NULL,
    key character varying NOT NULL,
    campaign_id integer,
    asked_by integer,
    about json NOT NULL,
    state character varying NOT NULL,
    due_at timestamp with time zone NOT NULL,
    lease character varying,
    leased_until timestamp with time zone,
    attempts integer NOT NULL,
    done integer,
    total integer,
    outcome json,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT ck_job_lease CHECK (((lease IS NULL) = (leased_until IS NULL))),
    CONSTRAINT ck_job_state CHECK (((state)::text = ANY ((ARRAY['waiting'::character varying, 'running'::character varying, 'paused'::character varying, 'done'::character varying, 'failed'::character varying, 'stopped'::character varying])::text[])))
);
CREATE SEQUENCE public.job_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.job_id_seq OWNED BY public.job.id;
CREATE TABLE public.judge_lease (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    word character varying NOT NULL,
    leased_until timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.judge_lease_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.judge_lease_id_seq OWNED BY public.judge_lease.id;
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
    reasoning character varying,
    refusal character varying,
    finish_reason character varying,
    usage json,
    body character varying,
    kept integer,
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
CREATE TABLE public.judge_setting (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    protocol_key character varying NOT NULL,
    protocol_version character varying NOT NULL,
    protocol_hash character varying NOT NULL,
    host character varying NOT NULL,
    model character varying NOT NULL,
    model_revision character varying,
    temperature double precision,
    seed integer,
    reply_format character varying,
    reply_schema json,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_judge_setting_reply_format CHECK (((reply_format)::text = ANY ((ARRAY['json_schema'::character varying, 'json_object'::character varying, 'plain'::character varying])::text[])))
);
CREATE SEQUENCE public.judge_setting_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.judge_setting_id_seq OWNED BY public.judge_setting.id;
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
CREATE TABLE public.link_offer (
    id integer NOT NULL,
    person_id integer NOT NULL,
    mail_id integer NOT NULL,
    token_hash character varying NOT NULL,
    until timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.link_offer_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.link_offer_id_seq OWNED BY public.link_offer.id;
CREATE TABLE public.loaded_file (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    kind character varying NOT NULL,
    name character varying NOT NULL,
    size integer,
    rows integer NOT NULL,
    added json NOT NULL,
    about json NOT NULL,
    loaded_by integer,
    program character varying,
    loaded_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_loaded_file_kind CHECK (((kind)::text = ANY ((ARRAY['responses'::character varying, 'comparisons'::character varying, 'gold'::character varying, 'judgments'::character varying, 'ratings'::character varying])::text[])))
);
CREATE SEQUENCE public.loaded_file_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.loaded_file_id_seq OWNED BY public.loaded_file.id;
CREATE TABLE public.mail (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    kind character varying NOT NULL,
    key character varying NOT NULL,
    language character varying,
    asked_by integer,
    state character varying NOT NULL,
    answer character varying,
    queued_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    CONSTRAINT ck_mail_kind CHECK (((kind)::text = ANY ((ARRAY['invitation'::character varying, 'reminder'::character varying, 'summary'::character varying, 'link'::character varying])::text[]))),
    CONSTRAINT ck_mail_state CHECK (((state)::text = ANY ((ARRAY['waiting'::character varying, 'sending'::character varying, 'sent'::character varying, 'refused'::character varying, 'dropped'::character varying])::text[])))
);
CREATE TABLE public.mail_address (
    id integer NOT NULL,
    person_id integer NOT NULL,
    address character varying NOT NULL,
    folded character varying NOT NULL,
    stop_key character varying NOT NULL,
    stopped_at timestamp with time zone,
    time_zone character varying,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.mail_address_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.mail_address_id_seq OWNED BY public.mail_address.id;
CREATE SEQUENCE public.mail_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.mail_id_seq OWNED BY public.mail.id;
CREATE TABLE public.mail_plan (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    sending boolean NOT NULL,
    reminders boolean NOT NULL,
    summaries boolean NOT NULL,
    time_zone character varying,
    changed_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.mail_plan_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.mail_plan_id_seq OWNED BY public.mail_plan.id;
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
CREATE TABLE public.pause (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    made_by integer,
    made_at timestamp with time zone NOT NULL,
    lifted_by integer,
    lifted_at timestamp with time zone
);
CREATE SEQUENCE public.pause_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.pause_id_seq OWNED BY public.pause.id;
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
CREATE TABLE public.provider_account (
    id integer NOT NULL,
    person_id integer NOT NULL,
    issuer character varying NOT NULL,
    email character varying,
    subject character varying,
    created_at timestamp with time zone NOT NULL,
    first_used_at timestamp with time zone,
    CONSTRAINT ck_provider_account_named CHECK (((email IS NOT NULL) OR (subject IS NOT NULL)))
);
CREATE SEQUENCE public.provider_account_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.provider_account_id_seq OWNED BY public.provider_account.id;
CREATE TABLE public.pseudonym_key (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    key character varying NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.pseudonym_key_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.pseudonym_key_id_seq OWNED BY public.pseudonym_key.id;
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
    expected double precision,
    log_probability double precision,
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
    skip_settled_at timestamp with time zone,
    kind character varying DEFAULT 'regular'::character varying NOT NULL,
    qualification_id integer,
    CONSTRAINT ck_rating_assignment_kind CHECK (((kind)::text = ANY ((ARRAY['regular'::character varying, 'training'::character varying, 'test'::character varying])::text[]))),
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
    withdrawn_at timestamp with time zone,
    gold json
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
CREATE TABLE public.screen_approval (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    pair character varying NOT NULL,
    fingerprint character varying NOT NULL,
    approved_by integer,
    approved_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.screen_approval_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.screen_approval_id_seq OWNED BY public.screen_approval.id;
CREATE TABLE public.screen_try (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    written_standard character varying NOT NULL,
    items json NOT NULL,
    answers json NOT NULL,
    correct integer,
    passed boolean,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT ck_screen_try_decided_is_counted CHECK (((passed IS NULL) = (correct IS NULL))),
    CONSTRAINT ck_screen_try_finished_is_decided CHECK (((passed IS NULL) = (finished_at IS NULL))),
    CONSTRAINT ck_screen_try_written_standard CHECK (((written_standard)::text = ANY ((ARRAY['nb'::character varying, 'nn'::character varying])::text[])))
);
CREATE SEQUENCE public.screen_try_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.screen_try_id_seq OWNED BY public.screen_try.id;
CREATE TABLE public.sign_in (
    id integer NOT NULL,
    session_hash character varying NOT NULL,
    person_id integer NOT NULL,
    link_id integer,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    used_at timestamp with time zone NOT NULL,
    provider_account_id integer,
    CONSTRAINT ck_sign_in_opened_by CHECK (((link_id IS NULL) <> (provider_account_id IS NULL)))
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
ALTER TABLE ONLY public.arrival ALTER COLUMN id SET DEFAULT nextval('public.arrival_id_seq'::regclass);
ALTER TABLE ONLY public.assignment ALTER COLUMN id SET DEFAULT nextval('public.assignment_id_seq'::regclass);
ALTER TABLE ONLY public.campaign ALTER COLUMN id SET DEFAULT nextval('public.campaign_id_seq'::regclass);
ALTER TABLE ONLY public.clarification ALTER COLUMN id SET DEFAULT nextval('public.clarification_id_seq'::regclass);
ALTER TABLE ONLY public.comparison ALTER COLUMN id SET DEFAULT nextval('public.comparison_id_seq'::regclass);
ALTER TABLE ONLY public.consent ALTER COLUMN id SET DEFAULT nextval('public.consent_id_seq'::regclass);
ALTER TABLE ONLY public.desk_action ALTER COLUMN id SET DEFAULT nextval('public.desk_action_id_seq'::regclass);
ALTER TABLE ONLY public.event ALTER COLUMN id SET DEFAULT nextval('public.event_id_seq'::regclass);
ALTER TABLE ONLY public.exclusion ALTER COLUMN id SET DEFAULT nextval('public.exclusion_id_seq'::regclass);
ALTER TABLE ONLY public.guideline_edition ALTER COLUMN id SET DEFAULT nextval('public.guideline_edition_id_seq'::regclass);
ALTER TABLE ONLY public.guideline_reading ALTER COLUMN id SET DEFAULT nextval('public.guideline_reading_id_seq'::regclass);
ALTER TABLE ONLY public.hours_note ALTER COLUMN id SET DEFAULT nextval('public.hours_note_id_seq'::regclass);
ALTER TABLE ONLY public.job ALTER COLUMN id SET DEFAULT nextval('public.job_id_seq'::regclass);
ALTER TABLE ONLY public.judge_lease ALTER COLUMN id SET DEFAULT nextval('public.judge_lease_id_seq'::regclass);
ALTER TABLE ONLY public.judge_reply ALTER COLUMN id SET DEFAULT nextval('public.judge_reply_id_seq'::regclass);
ALTER TABLE ONLY public.judge_setting ALTER COLUMN id SET DEFAULT nextval('public.judge_setting_id_seq'::regclass);
ALTER TABLE ONLY public.judgment ALTER COLUMN id SET DEFAULT nextval('public.judgment_id_seq'::regclass);
ALTER TABLE ONLY public.link ALTER COLUMN id SET DEFAULT nextval('public.link_id_seq'::regclass);
ALTER TABLE ONLY public.link_offer ALTER COLUMN id SET DEFAULT nextval('public.link_offer_id_seq'::regclass);
ALTER TABLE ONLY public.loaded_file ALTER COLUMN id SET DEFAULT nextval('public.loaded_file_id_seq'::regclass);
ALTER TABLE ONLY public.mail ALTER COLUMN id SET DEFAULT nextval('public.mail_id_seq'::regclass);
ALTER TABLE ONLY public.mail_address ALTER COLUMN id SET DEFAULT nextval('public.mail_address_id_seq'::regclass);
ALTER TABLE ONLY public.mail_plan ALTER COLUMN id SET DEFAULT nextval('public.mail_plan_id_seq'::regclass);
ALTER TABLE ONLY public.membership ALTER COLUMN id SET DEFAULT nextval('public.membership_id_seq'::regclass);
ALTER TABLE ONLY public.message ALTER COLUMN id SET DEFAULT nextval('public.message_id_seq'::regclass);
ALTER TABLE ONLY public.pause ALTER COLUMN id SET DEFAULT nextval('public.pause_id_seq'::regclass);
ALTER TABLE ONLY public.person ALTER COLUMN id SET DEFAULT nextval('public.person_id_seq'::regclass);
ALTER TABLE ONLY public.program_token ALTER COLUMN id SET DEFAULT nextval('public.program_token_id_seq'::regclass);
ALTER TABLE ONLY public.prompt ALTER COLUMN id SET DEFAULT nextval('public.prompt_id_seq'::regclass);
ALTER TABLE ONLY public.provider_account ALTER COLUMN id SET DEFAULT nextval('public.provider_account_id_seq'::regclass);
ALTER TABLE ONLY public.pseudonym_key ALTER COLUMN id SET DEFAULT nextval('public.pseudonym_key_id_seq'::regclass);
ALTER TABLE ONLY public.qualification ALTER COLUMN id SET DEFAULT nextval('public.qualification_id_seq'::regclass);
ALTER TABLE ONLY public.question ALTER COLUMN id SET DEFAULT nextval('public.question_id_seq'::regclass);
ALTER TABLE ONLY public.rating ALTER COLUMN id SET DEFAULT nextval('public.rating_id_seq'::regclass);
ALTER TABLE ONLY public.rating_assignment ALTER COLUMN id SET DEFAULT nextval('public.rating_assignment_id_seq'::regclass);
ALTER TABLE ONLY public.rating_mark ALTER COLUMN id SET DEFAULT nextval('public.rating_mark_id_seq'::regclass);
ALTER TABLE ONLY public.reason ALTER COLUMN id SET DEFAULT nextval('public.reason_id_seq'::regclass);
ALTER TABLE ONLY public.remark ALTER COLUMN id SET DEFAULT nextval('public.remark_id_seq'::regclass);
ALTER TABLE ONLY public.response ALTER COLUMN id SET DEFAULT nextval('public.response_id_seq'::regclass);
ALTER TABLE ONLY public.round ALTER COLUMN id SET DEFAULT nextval('public.round_id_seq'::regclass);
ALTER TABLE ONLY public.screen_approval ALTER COLUMN id SET DEFAULT nextval('public.screen_approval_id_seq'::regclass);
ALTER TABLE ONLY public.screen_try ALTER COLUMN id SET DEFAULT nextval('public.screen_try_id_seq'::regclass);
ALTER TABLE ONLY public.sign_in ALTER COLUMN id SET DEFAULT nextval('public.sign_in_id_seq'::regclass);
ALTER TABLE ONLY public.system ALTER COLUMN id SET DEFAULT nextval('public.system_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0012');
INSERT INTO public.arrival VALUES (1, 3, 1, 'poster', '{"PROLIFIC_PID": "p1"}', 'p1', '2026-11-28 06:22:02.149372+00', NULL, NULL);
INSERT INTO public.assignment VALUES (1, 1, 3, 2, 0, 'regular', 'done', 1, true, true, NULL, '2026-03-02 09:11:20+00', '2026-03-02 09:11:20+00', NULL, NULL, '2026-11-28 06:21:39.895801+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (2, 1, 14, 2, 0, 'regular', 'done', 2, true, true, NULL, '2026-03-02 09:13:20+00', '2026-03-02 09:13:20+00', NULL, NULL, '2026-11-28 06:21:41.112658+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (3, 1, 18, 2, 0, 'gold', 'done', 3, false, true, NULL, '2026-03-02 09:15:20+00', '2026-03-02 09:15:20+00', NULL, NULL, '2026-11-28 06:21:41.83115+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (4, 1, 9, 2, 0, 'regular', 'skipped', 4, true, true, '2026-03-02 09:47:20+00', '2026-03-02 09:17:20+00', '2026-03-02 09:17:20+00', 'other', 'Uklart.', '2026-11-28 06:21:42.622251+00', '2026-03-02 09:18:00+00', false, NULL, NULL);
INSERT INTO public.assignment VALUES (5, 1, 4, 2, 0, 'regular', 'done', 5, false, true, NULL, '2026-03-02 09:18:40+00', '2026-03-02 09:18:40+00', NULL, NULL, '2026-11-28 06:21:43.366236+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (6, 1, 11, 2, 0, 'regular', 'done', 6, true, true, NULL, '2026-03-02 09:20:40+00', '2026-03-02 09:22:00+00', NULL, NULL, '2026-11-28 06:21:43.893637+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (7, 1, 19, 2, 0, 'gold', 'done', 7, false, true, NULL, '2026-03-02 09:24:40+00', '2026-03-02 09:24:40+00', NULL, NULL, '2026-11-28 06:21:45.012088+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (8, 1, 2, 2, 0, 'regular', 'done', 8, false, true, NULL, '2026-03-02 09:26:40+00', '2026-03-02 09:26:40+00', NULL, NULL, '2026-11-28 06:21:45.62564+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (9, 1, 13, 2, 0, 'regular', 'leased', 9, false, true, '2026-03-02 09:58:40+00', '2026-03-02 09:28:40+00', '2026-03-02 09:28:40+00', NULL, NULL, '2026-11-28 06:21:45.958047+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (10, 1, 3, 3, 0, 'regular', 'done', 1, true, true, NULL, '2026-03-02 09:29:20+00', '2026-03-02 09:29:20+00', NULL, NULL, '2026-11-28 06:21:46.234227+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (11, 1, 14, 3, 0, 'regular', 'done', 2, true, true, NULL, '2026-03-02 09:31:20+00', '2026-03-02 09:31:20+00', NULL, NULL, '2026-11-28 06:21:47.741327+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (12, 1, 18, 3, 0, 'gold', 'done', 3, false, true, NULL, '2026-03-02 09:33:20+00', '2026-03-02 09:33:20+00', NULL, NULL, '2026-11-28 06:21:48.234239+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (13, 1, 9, 3, 0, 'regular', 'skipped', 4, false, true, '2026-03-02 10:05:20+00', '2026-03-02 09:35:20+00', '2026-03-02 09:35:20+00', 'other', 'Uklart.', '2026-11-28 06:21:48.550642+00', '2026-03-02 09:36:00+00', false, NULL, NULL);
INSERT INTO public.assignment VALUES (14, 1, 4, 3, 0, 'regular', 'done', 5, false, true, NULL, '2026-03-02 09:36:40+00', '2026-03-02 09:36:40+00', NULL, NULL, '2026-11-28 06:21:48.682099+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (15, 1, 16, 3, 0, 'gold', 'done', 6, false, true, NULL, '2026-03-02 09:38:40+00', '2026-03-02 09:40:00+00', NULL, NULL, '2026-11-28 06:21:49.615486+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (16, 1, 11, 3, 0, 'regular', 'done', 7, true, true, NULL, '2026-03-02 09:42:40+00', '2026-03-02 09:42:40+00', NULL, NULL, '2026-11-28 06:21:50.846057+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (17, 1, 2, 3, 0, 'regular', 'leased', 8, false, true, '2026-03-02 10:14:40+00', '2026-03-02 09:44:40+00', '2026-03-02 09:44:40+00', NULL, NULL, '2026-11-28 06:21:51.202846+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (18, 1, 17, 4, 0, 'gold', 'done', 1, false, true, NULL, '2026-03-02 09:45:20+00', '2026-03-02 09:45:20+00', NULL, NULL, '2026-11-28 06:21:51.298243+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (19, 1, 9, 4, 0, 'regular', 'done', 2, false, true, NULL, '2026-03-02 09:47:20+00', '2026-03-02 09:47:20+00', NULL, NULL, '2026-11-28 06:21:51.847542+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (20, 1, 13, 4, 0, 'regular', 'done', 3, true, true, NULL, '2026-03-02 09:49:20+00', '2026-03-02 09:49:20+00', NULL, NULL, '2026-11-28 06:21:52.775709+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (21, 1, 5, 4, 0, 'regular', 'skipped', 4, true, true, '2026-03-02 10:21:20+00', '2026-03-02 09:51:20+00', '2026-03-02 09:51:20+00', 'other', 'Uklart.', '2026-11-28 06:21:53.113383+00', '2026-03-02 09:52:00+00', false, NULL, NULL);
INSERT INTO public.assignment VALUES (22, 1, 10, 4, 0, 'regular', 'done', 5, true, true, NULL, '2026-03-02 09:52:40+00', '2026-03-02 09:52:40+00', NULL, NULL, '2026-11-28 06:21:53.517044+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (23, 1, 1, 4, 0, 'regular', 'done', 6, false, true, NULL, '2026-03-02 09:54:40+00', '2026-03-02 09:56:00+00', NULL, NULL, '2026-11-28 06:21:54.335464+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (24, 1, 8, 4, 0, 'regular', 'released', 7, false, true, '2026-03-02 10:28:40+00', '2026-03-02 09:58:40+00', '2026-03-02 09:58:40+00', NULL, NULL, '2026-11-28 06:21:54.894288+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (25, 2, 20, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:56.943723+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (26, 2, 22, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:56.94373+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (27, 2, 21, 6, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:56.943731+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (28, 2, 24, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:56.943732+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (29, 2, 23, NULL, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:56.955088+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (30, 2, 25, 6, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.13424+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (31, 2, 24, 5, 1, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.134248+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (32, 1, 1, 8, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:22:01.394062+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (33, 1, 1, 8, 1, 'repeat', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:22:01.511059+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (34, 1, 2, 8, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:22:01.678063+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (35, 1, 2, 8, 1, 'repeat', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:22:01.716001+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (36, 1, 3, 8, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:22:01.839495+00', NULL, false, NULL, NULL);
INSERT INTO public.assignment VALUES (37, 1, 3, 8, 1, 'repeat', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:22:01.938989+00', NULL, false, NULL, NULL);
INSERT INTO public.campaign VALUES (1, 'trial', 'Campaign trial', 'open', 'norwegian_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}', '2026-11-28 06:21:35.727061+00', 1, 0, NULL);
INSERT INTO public.campaign VALUES (2, 'imported', 'Campaign imported', 'open', 'norwegian_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{}', '2026-11-28 06:21:56.202741+00', 0, 0, NULL);
INSERT INTO public.campaign VALUES (3, 'rated', 'Campaign rated', 'open', 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{}', '2026-11-28 06:21:57.570526+00', 0, 0, NULL);
INSERT INTO public.clarification VALUES (1, 1, 1, 'Slik er det.', NULL, 1, '2026-03-02 09:08:40+00');
INSERT INTO public.comparison VALUES (5, 1, 2, 4, 6, 'regular', 1, 2, false, 8, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (6, 1, 2, 5, 6, 'regular', 1, 2, false, 13, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (7, 1, 3, 7, 8, 'regular', 1, 2, false, 12, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (8, 1, 3, 7, 9, 'regular', 1, 2, false, 7, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (12, 1, 4, 11, 12, 'regular', 1, 2, false, 14, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (16, 1, 6, 16, 17, 'gold', 1, 2, false, 15, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (17, 1, 7, 18, 19, 'gold', 1, 2, false, 18, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (18, 1, 8, 20, 21, 'gold', 1, 2, false, 16, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (19, 1, 9, 22, 23, 'gold', 1, 2, false, 17, 0, false, 'first', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (2, 1, 1, 1, 3, 'regular', 1, 2, false, 5, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (3, 1, 1, 2, 3, 'regular', 1, 2, false, 0, 2, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (4, 1, 2, 4, 5, 'regular', 1, 2, false, 3, 2, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (11, 1, 4, 10, 12, 'regular', 1, 2, false, 4, 2, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (1, 1, 1, 1, 2, 'regular', 1, 2, false, 10, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (9, 1, 3, 8, 9, 'regular', 1, 2, false, 2, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (10, 1, 4, 10, 11, 'regular', 1, 2, false, 9, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (13, 1, 5, 13, 14, 'regular', 1, 2, false, 6, 0, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (15, 1, 5, 14, 15, 'regular', 1, 2, false, 11, 0, false, NULL, NULL, NULL, '2026-03-02 10:01:20+00', NULL, NULL);
INSERT INTO public.comparison VALUES (14, 1, 5, 13, 15, 'regular', 1, 2, false, 1, 2, false, NULL, NULL, NULL, '2026-03-02 10:01:20+00', NULL, NULL);
INSERT INTO public.comparison VALUES (20, 2, 10, 24, 25, 'regular', 1, 2, false, 2, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (22, 2, 10, 25, 26, 'regular', 1, 2, false, 0, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (21, 2, 10, 24, 26, 'regular', 1, 2, false, 4, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (24, 2, 11, 27, 29, 'regular', 1, 2, false, 5, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (23, 2, 11, 27, 28, 'regular', 1, 2, false, 1, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (25, 2, 11, 29, 28, 'regular', 1, 2, false, 3, 1, false, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.consent VALUES (1, 2, 1, '1.1.0', 'cfb307f750cf94b9780548cdf1378b74bf9d3897be015d8fae5a17914dd16748', 'nb', '2026-03-02 09:03:40+00', NULL);
INSERT INTO public.consent VALUES (2, 3, 1, '1.1.0', 'cfb307f750cf94b9780548cdf1378b74bf9d3897be015d8fae5a17914dd16748', 'nb', '2026-03-02 09:04:40+00', NULL);
INSERT INTO public.consent VALUES (3, 4, 1, '1.1.0', 'cfb307f750cf94b9780548cdf1378b74bf9d3897be015d8fae5a17914dd16748', 'nb', '2026-03-02 09:05:40+00', NULL);
INSERT INTO public.desk_action VALUES (1, '3ec4c9b9-cbb7-4866-bf98-0a210b11032a', 1, 2, 'choose', 1, NULL, 1, '2026-03-02 09:12:00+00', '2026-03-02 09:12:00+00', false, '2026-11-28 06:21:40.135048+00');
INSERT INTO public.desk_action VALUES (2, '9dda3109-0e42-4a49-99d2-32cdefa82bed', 1, 2, 'explain', 1, NULL, 1, '2026-03-02 09:12:40+00', '2026-03-02 09:12:00+00', false, '2026-11-28 06:21:40.64044+00');
INSERT INTO public.desk_action VALUES (3, 'b0563c45-4383-4f19-8b5f-78cd1820be37', 1, 2, 'choose', 2, NULL, 1, '2026-03-02 09:14:00+00', '2026-03-02 09:14:00+00', false, '2026-11-28 06:21:41.466715+00');
INSERT INTO public.desk_action VALUES (4, '4df2d935-c24e-4299-9e05-c0cdecdc2f39', 1, 2, 'explain', 2, NULL, 1, '2026-03-02 09:14:40+00', '2026-03-02 09:14:00+00', false, '2026-11-28 06:21:41.627762+00');
INSERT INTO public.desk_action VALUES (5, 'a1a7edd5-0fc2-4a35-87d3-63f51c4827a7', 1, 2, 'choose', 3, NULL, 1, '2026-03-02 09:16:00+00', '2026-03-02 09:16:00+00', false, '2026-11-28 06:21:42.250261+00');
INSERT INTO public.desk_action VALUES (6, 'bfbf00ae-d162-4231-a55a-e2d72ca50726', 1, 2, 'explain', 3, NULL, 1, '2026-03-02 09:16:40+00', '2026-03-02 09:16:00+00', false, '2026-11-28 06:21:42.397701+00');
INSERT INTO public.desk_action VALUES (7, '8c07df34-2e35-476c-b1b3-05e6e1cfa983', 1, 2, 'skip', 4, NULL, 0, '2026-03-02 09:18:00+00', '2026-03-02 09:17:20+00', false, '2026-11-28 06:21:43.182367+00');
INSERT INTO public.desk_action VALUES (8, '93190402-cb54-491d-bfd1-4d216392ae85', 1, 2, 'choose', 5, NULL, 1, '2026-03-02 09:19:20+00', '2026-03-02 09:19:20+00', false, '2026-11-28 06:21:43.534124+00');
INSERT INTO public.desk_action VALUES (9, 'de5b7b45-23eb-441c-8128-6e00e89b517e', 1, 2, 'explain', 5, NULL, 1, '2026-03-02 09:20:00+00', '2026-03-02 09:19:20+00', false, '2026-11-28 06:21:43.674539+00');
INSERT INTO public.desk_action VALUES (10, '5e53d18a-8c16-4a5a-891e-c4a16a9e11d8', 1, 2, 'choose', 6, NULL, 1, '2026-03-02 09:21:20+00', '2026-03-02 09:21:20+00', true, '2026-11-28 06:21:44.138882+00');
INSERT INTO public.desk_action VALUES (11, '2ced2404-5f6a-49cc-a0cc-e3c3fc0ca7e0', 1, 2, 'undo', 6, NULL, 1, '2026-03-02 09:22:00+00', '2026-03-02 09:21:20+00', false, '2026-11-28 06:21:44.363979+00');
INSERT INTO public.desk_action VALUES (12, 'd7b65065-196c-47bc-90bf-0ab11c3ee01f', 1, 2, 'choose', 6, NULL, 3, '2026-03-02 09:23:20+00', '2026-03-02 09:23:20+00', false, '2026-11-28 06:21:44.710126+00');
INSERT INTO public.desk_action VALUES (13, '6ce942c4-02d9-4e01-9e0b-ec3321bad7cf', 1, 2, 'explain', 6, NULL, 3, '2026-03-02 09:24:00+00', '2026-03-02 09:23:20+00', false, '2026-11-28 06:21:44.877075+00');
INSERT INTO public.desk_action VALUES (14, '7472f852-b75d-4d9d-ba8f-8b9a5a51300a', 1, 2, 'choose', 7, NULL, 1, '2026-03-02 09:25:20+00', '2026-03-02 09:25:20+00', false, '2026-11-28 06:21:45.271788+00');
INSERT INTO public.desk_action VALUES (15, 'efd6a49a-fa12-4282-b06f-a15dbaed5eec', 1, 2, 'explain', 7, NULL, 1, '2026-03-02 09:26:00+00', '2026-03-02 09:25:20+00', false, '2026-11-28 06:21:45.473227+00');
INSERT INTO public.desk_action VALUES (16, 'ad2ca55b-df05-4a32-8fad-6a395ebc6bad', 1, 2, 'choose', 8, NULL, 1, '2026-03-02 09:27:20+00', '2026-03-02 09:27:20+00', false, '2026-11-28 06:21:45.770087+00');
INSERT INTO public.desk_action VALUES (17, '98d63b73-2f2e-463f-8fb8-10a6b0d86190', 1, 2, 'explain', 8, NULL, 1, '2026-03-02 09:28:00+00', '2026-03-02 09:27:20+00', false, '2026-11-28 06:21:45.877029+00');
INSERT INTO public.desk_action VALUES (18, '96b3cf22-4663-4430-b730-52e3dd753022', 1, 3, 'choose', 10, NULL, 1, '2026-03-02 09:30:00+00', '2026-03-02 09:30:00+00', false, '2026-11-28 06:21:46.844548+00');
INSERT INTO public.desk_action VALUES (19, '3ee735cf-3cb4-44c8-bf21-2ad4b9cd3740', 1, 3, 'explain', 10, NULL, 1, '2026-03-02 09:30:40+00', '2026-03-02 09:30:00+00', false, '2026-11-28 06:21:47.335793+00');
INSERT INTO public.desk_action VALUES (20, 'e0089035-a2c1-4bd1-a32b-fad4aa021c2f', 1, 3, 'choose', 11, NULL, 1, '2026-03-02 09:32:00+00', '2026-03-02 09:32:00+00', false, '2026-11-28 06:21:47.983575+00');
INSERT INTO public.desk_action VALUES (21, 'a404e334-8c3c-4cb4-921c-a1eed1734c05', 1, 3, 'explain', 11, NULL, 1, '2026-03-02 09:32:40+00', '2026-03-02 09:32:00+00', false, '2026-11-28 06:21:48.174313+00');
INSERT INTO public.desk_action VALUES (22, '5ef1319c-720f-4f60-930d-56953564d687', 1, 3, 'choose', 12, NULL, 1, '2026-03-02 09:34:00+00', '2026-03-02 09:34:00+00', false, '2026-11-28 06:21:48.287615+00');
INSERT INTO public.desk_action VALUES (23, 'c5cc403a-71a9-470c-9a2f-7384835e6bb0', 1, 3, 'explain', 12, NULL, 1, '2026-03-02 09:34:40+00', '2026-03-02 09:34:00+00', false, '2026-11-28 06:21:48.543378+00');
INSERT INTO public.desk_action VALUES (24, '2c8fcd36-7c81-4e4f-8e94-8eb244833c55', 1, 3, 'skip', 13, NULL, 0, '2026-03-02 09:36:00+00', '2026-03-02 09:35:20+00', false, '2026-11-28 06:21:48.55411+00');
INSERT INTO public.desk_action VALUES (25, '63c194b8-ac36-4868-8e7f-c02bd30ce6bb', 1, 3, 'choose', 14, NULL, 1, '2026-03-02 09:37:20+00', '2026-03-02 09:37:20+00', false, '2026-11-28 06:21:48.856383+00');
INSERT INTO public.desk_action VALUES (26, '6f8b3eed-32ff-483b-9981-15809cff8d44', 1, 3, 'explain', 14, NULL, 1, '2026-03-02 09:38:00+00', '2026-03-02 09:37:20+00', false, '2026-11-28 06:21:49.450775+00');
INSERT INTO public.desk_action VALUES (27, 'a162f2ca-19fb-4299-8431-88caf3fd0217', 1, 3, 'choose', 15, NULL, 1, '2026-03-02 09:39:20+00', '2026-03-02 09:39:20+00', true, '2026-11-28 06:21:49.715417+00');
INSERT INTO public.desk_action VALUES (28, 'a5511bfd-0db4-4732-a521-0e0e6569a5c8', 1, 3, 'undo', 15, NULL, 1, '2026-03-02 09:40:00+00', '2026-03-02 09:39:20+00', false, '2026-11-28 06:21:50.232954+00');
INSERT INTO public.desk_action VALUES (29, '62f21624-50e0-43e4-8783-6c0fd26f5c77', 1, 3, 'choose', 15, NULL, 3, '2026-03-02 09:41:20+00', '2026-03-02 09:41:20+00', false, '2026-11-28 06:21:50.394107+00');
INSERT INTO public.desk_action VALUES (30, '253e3a9b-3c20-4936-a9b5-53232a1d9dfd', 1, 3, 'explain', 15, NULL, 3, '2026-03-02 09:42:00+00', '2026-03-02 09:41:20+00', false, '2026-11-28 06:21:50.601856+00');
INSERT INTO public.desk_action VALUES (31, 'b1021f85-2ef6-4b32-9753-d8fb909fa0b2', 1, 3, 'choose', 16, NULL, 1, '2026-03-02 09:43:20+00', '2026-03-02 09:43:20+00', false, '2026-11-28 06:21:50.866372+00');
INSERT INTO public.desk_action VALUES (32, '1fbe9423-59e3-40df-ba7f-bb569ad5377b', 1, 3, 'explain', 16, NULL, 1, '2026-03-02 09:44:00+00', '2026-03-02 09:43:20+00', false, '2026-11-28 06:21:51.134819+00');
INSERT INTO public.desk_action VALUES (33, 'af8f00d6-1ead-4ecc-8215-49006b4ba8f3', 1, 4, 'choose', 18, NULL, 1, '2026-03-02 09:46:00+00', '2026-03-02 09:46:00+00', false, '2026-11-28 06:21:51.559577+00');
INSERT INTO public.desk_action VALUES (34, '1d55f1f1-cbea-4005-a2fe-3d80ce56deef', 1, 4, 'explain', 18, NULL, 1, '2026-03-02 09:46:40+00', '2026-03-02 09:46:00+00', false, '2026-11-28 06:21:51.818177+00');
INSERT INTO public.desk_action VALUES (35, '61e48a69-c13c-4671-b851-09a3d9ae50e6', 1, 4, 'choose', 19, NULL, 1, '2026-03-02 09:48:00+00', '2026-03-02 09:48:00+00', false, '2026-11-28 06:21:52.058173+00');
INSERT INTO public.desk_action VALUES (36, 'a34e920f-683a-44f6-aaf9-d3b2e9ee583a', 1, 4, 'explain', 19, NULL, 1, '2026-03-02 09:48:40+00', '2026-03-02 09:48:00+00', false, '2026-11-28 06:21:52.422904+00');
INSERT INTO public.desk_action VALUES (37, 'c92fc55f-d9c8-4ba9-b396-8adc763b7138', 1, 4, 'choose', 20, NULL, 1, '2026-03-02 09:50:00+00', '2026-03-02 09:50:00+00', false, '2026-11-28 06:21:52.811407+00');
INSERT INTO public.desk_action VALUES (38, 'bbf17bd1-4eb5-4f4f-874c-d3e2c0db8d49', 1, 4, 'explain', 20, NULL, 1, '2026-03-02 09:50:40+00', '2026-03-02 09:50:00+00', false, '2026-11-28 06:21:53.04505+00');
INSERT INTO public.desk_action VALUES (39, 'a9bb4141-7701-4fa3-9ca0-545916f074ce', 1, 4, 'skip', 21, NULL, 0, '2026-03-02 09:52:00+00', '2026-03-02 09:51:20+00', false, '2026-11-28 06:21:53.42703+00');
INSERT INTO public.desk_action VALUES (40, '731a6b74-fd08-452c-95fc-d89185a89d6e', 1, 4, 'choose', 22, NULL, 1, '2026-03-02 09:53:20+00', '2026-03-02 09:53:20+00', false, '2026-11-28 06:21:53.735194+00');
INSERT INTO public.desk_action VALUES (41, 'ee4de60b-617f-46f7-83d3-6aaa0523b025', 1, 4, 'explain', 22, NULL, 1, '2026-03-02 09:54:00+00', '2026-03-02 09:53:20+00', false, '2026-11-28 06:21:53.992373+00');
INSERT INTO public.desk_action VALUES (42, 'c758f3a8-7b67-4919-a0f3-f308f212db99', 1, 4, 'choose', 23, NULL, 1, '2026-03-02 09:55:20+00', '2026-03-02 09:55:20+00', true, '2026-11-28 06:21:54.380106+00');
INSERT INTO public.desk_action VALUES (43, '365041eb-1e70-40ac-baf1-cdbbc81927f3', 1, 4, 'undo', 23, NULL, 1, '2026-03-02 09:56:00+00', '2026-03-02 09:55:20+00', false, '2026-11-28 06:21:54.676302+00');
INSERT INTO public.desk_action VALUES (44, '94572daa-a06b-4f4c-baee-0c1bb405bac1', 1, 4, 'choose', 23, NULL, 3, '2026-03-02 09:57:20+00', '2026-03-02 09:57:20+00', false, '2026-11-28 06:21:54.770534+00');
INSERT INTO public.desk_action VALUES (45, 'ff5f9cbc-ad96-4b76-b1ee-7824251f8337', 1, 4, 'explain', 23, NULL, 3, '2026-03-02 09:58:00+00', '2026-03-02 09:57:20+00', false, '2026-11-28 06:21:54.862582+00');
INSERT INTO public.desk_action VALUES (46, 'cca0d909-7a41-44fe-8b7e-7f91457ddbfe', 3, 7, 'rate', NULL, 1, 1, '2026-03-02 10:03:20+00', '2026-03-02 10:03:20+00', false, '2026-11-28 06:21:58.582952+00');
INSERT INTO public.desk_action VALUES (47, '6c7ed8c6-404f-4c61-9c86-1ad30ea0da2d', 3, 7, 'rate', NULL, 2, 1, '2026-03-02 10:04:40+00', '2026-03-02 10:04:40+00', false, '2026-11-28 06:21:59.139426+00');
INSERT INTO public.desk_action VALUES (48, '77467579-d9df-478b-bd12-c877b7365d2f', 3, 7, 'rate', NULL, 3, 1, '2026-03-02 10:06:00+00', '2026-03-02 10:06:00+00', true, '2026-11-28 06:22:00.070244+00');
INSERT INTO public.desk_action VALUES (49, '75146f04-f88b-4623-bdfb-c9dd29769b76', 3, 7, 'undo', NULL, 3, 1, '2026-03-02 10:06:40+00', '2026-03-02 10:06:00+00', false, '2026-11-28 06:22:00.378085+00');
INSERT INTO public.desk_action VALUES (50, '22913712-b41c-40a3-9e28-c048e7a068c1', 3, 7, 'rate', NULL, 3, 3, '2026-03-02 10:08:00+00', '2026-03-02 10:08:00+00', false, '2026-11-28 06:22:00.962201+00');
INSERT INTO public.event VALUES (1, 1, NULL, 'gold_imported', '{"file": "gold.jsonl", "rows": 4, "prompts": 4, "gold": 4}', '2026-11-28 06:21:36.99955+00');
INSERT INTO public.event VALUES (2, 1, 1, 'question_answered', '{"question": 1}', '2026-11-28 06:21:39.199709+00');
INSERT INTO public.event VALUES (3, 1, 1, 'clarification_published', '{"number": 1}', '2026-11-28 06:21:39.353031+00');
INSERT INTO public.event VALUES (4, 1, 1, 'person_excluded', '{"person": 4, "reason": "For rask.", "put_back": true}', '2026-11-28 06:21:55.049816+00');
INSERT INTO public.event VALUES (5, 1, 1, 'message_sent', '{"person": 2, "message": 1}', '2026-11-28 06:21:55.154151+00');
INSERT INTO public.event VALUES (6, 1, 1, 'token_created', '{"name": "loop"}', '2026-11-28 06:21:55.361345+00');
INSERT INTO public.event VALUES (7, 1, 1, 'response_withdrawn', '{"response": 15, "comparisons": 2}', '2026-11-28 06:21:55.895061+00');
INSERT INTO public.event VALUES (8, 2, NULL, 'judgments_imported', '{"file": "old.csv", "rows": 7, "prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}', '2026-11-28 06:21:57.366771+00');
INSERT INTO public.exclusion VALUES (1, 1, 4, 'For rask.', true, 1, '2026-03-02 09:59:20+00', NULL, NULL);
INSERT INTO public.guideline_reading VALUES (1, 2, 1, '1.2+1', 'nb', true, '2026-03-02 09:09:20+00', '2026-03-02 09:09:20+00');
INSERT INTO public.guideline_reading VALUES (2, 3, 1, '1.2+1', 'nb', true, '2026-03-02 09:10:00+00', '2026-03-02 09:10:00+00');
INSERT INTO public.guideline_reading VALUES (3, 4, 1, '1.2+1', 'nb', true, '2026-03-02 09:10:40+00', '2026-03-02 09:10:40+00');
INSERT INTO public.hours_note VALUES (1, 2, 1, '2026-03-02', 30, 'Pause', '2026-03-02 09:06:20+00');
INSERT INTO public.judge_reply VALUES (1, 1, 8, 'norwegian_fluency', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '0000000000000000000000000000000000000000000000000000000000000000', '{"comparison": 1, "swapped": false}', NULL, 1, 'ok', 'A', NULL, NULL, NULL, '2026-03-02 10:08:20+00', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.judge_reply VALUES (2, 1, 8, 'norwegian_fluency', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '0000000000000000000000000000000000000000000000000000000000000001', '{"comparison": 1, "swapped": true}', NULL, 1, 'ok', 'B', NULL, NULL, NULL, '2026-03-02 10:08:20+00', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.judge_reply VALUES (3, 1, 8, 'norwegian_fluency', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '0000000000000000000000000000000000000000000000000000000000000002', '{"comparison": 2, "swapped": true}', NULL, 1, 'ok', 'A', NULL, NULL, NULL, '2026-03-02 10:08:20+00', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.judge_reply VALUES (4, 1, 8, 'norwegian_fluency', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '0000000000000000000000000000000000000000000000000000000000000003', '{"comparison": 2, "swapped": false}', NULL, 1, 'ok', 'B', NULL, NULL, NULL, '2026-03-02 10:08:20+00', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.judge_reply VALUES (5, 1, 8, 'norwegian_fluency', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '0000000000000000000000000000000000000000000000000000000000000004', '{"comparison": 3, "swapped": true}', NULL, 1, 'ok', 'A', NULL, NULL, NULL, '2026-03-02 10:08:20+00', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.judge_reply VALUES (6, 1, 8, 'norwegian_fluency', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '0000000000000000000000000000000000000000000000000000000000000005', '{"comparison": 3, "swapped": false}', NULL, 1, 'ok', 'B', NULL, NULL, NULL, '2026-03-02 10:08:20+00', NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.judgment VALUES (1, 1, 1, true, 'A', 'second', true, true, true, 1, 3, 1, 2, 3, 2, false, '2026-03-02 09:11:20+00', '2026-03-02 09:12:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:40.098136+00', false);
INSERT INTO public.judgment VALUES (2, 2, 1, true, 'B', 'first', true, true, true, 1, 14, 5, 1, 3, 2, false, '2026-03-02 09:13:20+00', '2026-03-02 09:14:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:41.320197+00', false);
INSERT INTO public.judgment VALUES (3, 3, 1, true, 'tie', 'tie', false, true, false, 1, 18, 8, NULL, NULL, 2, false, '2026-03-02 09:15:20+00', '2026-03-02 09:16:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:42.234171+00', false);
INSERT INTO public.judgment VALUES (4, 5, 1, true, 'A', 'first', false, true, true, 1, 4, 2, 1, 2, 2, false, '2026-03-02 09:18:40+00', '2026-03-02 09:19:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:43.481621+00', false);
INSERT INTO public.judgment VALUES (5, 6, 1, false, 'B', 'first', true, true, true, 1, 11, 4, 1, 3, 2, false, '2026-03-02 09:20:40+00', '2026-03-02 09:21:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:44.090174+00', false);
INSERT INTO public.judgment VALUES (6, 6, 2, false, NULL, NULL, true, true, true, 1, 11, 4, 1, 3, 2, false, '2026-03-02 09:20:40+00', '2026-03-02 09:22:00+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:44.209688+00', false);
INSERT INTO public.judgment VALUES (7, 6, 3, true, 'tie', 'tie', true, true, true, 1, 11, 4, 1, 3, 2, false, '2026-03-02 09:22:00+00', '2026-03-02 09:23:20+00', 80000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:44.566423+00', false);
INSERT INTO public.judgment VALUES (8, 7, 1, true, 'A', 'first', false, true, false, 1, 19, 9, NULL, NULL, 2, false, '2026-03-02 09:24:40+00', '2026-03-02 09:25:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:45.183871+00', false);
INSERT INTO public.judgment VALUES (9, 8, 1, true, 'A', 'first', false, true, true, 1, 2, 1, 1, 3, 2, false, '2026-03-02 09:26:40+00', '2026-03-02 09:27:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:45.710189+00', false);
INSERT INTO public.judgment VALUES (10, 10, 1, true, 'B', 'first', true, true, true, 1, 3, 1, 2, 3, 3, false, '2026-03-02 09:29:20+00', '2026-03-02 09:30:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:46.80427+00', false);
INSERT INTO public.judgment VALUES (11, 11, 1, true, 'tie', 'tie', true, true, true, 1, 14, 5, 1, 3, 3, false, '2026-03-02 09:31:20+00', '2026-03-02 09:32:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:47.953244+00', false);
INSERT INTO public.judgment VALUES (12, 12, 1, true, 'A', 'first', false, true, false, 1, 18, 8, NULL, NULL, 3, false, '2026-03-02 09:33:20+00', '2026-03-02 09:34:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:48.27563+00', false);
INSERT INTO public.judgment VALUES (13, 14, 1, true, 'B', 'second', false, true, true, 1, 4, 2, 1, 2, 3, false, '2026-03-02 09:36:40+00', '2026-03-02 09:37:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:48.848204+00', false);
INSERT INTO public.judgment VALUES (14, 15, 1, false, 'tie', 'tie', false, true, false, 1, 16, 6, NULL, NULL, 3, false, '2026-03-02 09:38:40+00', '2026-03-02 09:39:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:49.714235+00', false);
INSERT INTO public.judgment VALUES (15, 15, 2, false, NULL, NULL, false, true, false, 1, 16, 6, NULL, NULL, 3, false, '2026-03-02 09:38:40+00', '2026-03-02 09:40:00+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:49.917056+00', false);
INSERT INTO public.judgment VALUES (16, 15, 3, true, 'A', 'first', false, true, false, 1, 16, 6, NULL, NULL, 3, false, '2026-03-02 09:40:00+00', '2026-03-02 09:41:20+00', 80000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:50.343906+00', false);
INSERT INTO public.judgment VALUES (17, 16, 1, true, 'A', 'second', true, true, true, 1, 11, 4, 1, 3, 3, false, '2026-03-02 09:42:40+00', '2026-03-02 09:43:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:50.864551+00', false);
INSERT INTO public.judgment VALUES (18, 18, 1, true, 'tie', 'tie', false, true, false, 1, 17, 7, NULL, NULL, 4, false, '2026-03-02 09:45:20+00', '2026-03-02 09:46:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:51.548936+00', false);
INSERT INTO public.judgment VALUES (19, 19, 1, true, 'A', 'first', false, true, true, 1, 9, 3, 2, 3, 4, false, '2026-03-02 09:47:20+00', '2026-03-02 09:48:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:52.037555+00', false);
INSERT INTO public.judgment VALUES (20, 20, 1, true, 'A', 'second', true, true, true, 1, 13, 5, 1, 2, 4, false, '2026-03-02 09:49:20+00', '2026-03-02 09:50:00+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:52.796307+00', false);
INSERT INTO public.judgment VALUES (21, 22, 1, true, 'tie', 'tie', true, true, true, 1, 10, 4, 1, 2, 4, false, '2026-03-02 09:52:40+00', '2026-03-02 09:53:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:53.715943+00', false);
INSERT INTO public.judgment VALUES (22, 23, 1, false, 'A', 'first', false, true, true, 1, 1, 1, 1, 2, 4, false, '2026-03-02 09:54:40+00', '2026-03-02 09:55:20+00', 40000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:54.370114+00', false);
INSERT INTO public.judgment VALUES (23, 23, 2, false, NULL, NULL, false, true, true, 1, 1, 1, 1, 2, 4, false, '2026-03-02 09:54:40+00', '2026-03-02 09:56:00+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:54.598304+00', false);
INSERT INTO public.judgment VALUES (24, 23, 3, true, 'A', 'first', false, true, true, 1, 1, 1, 1, 2, 4, false, '2026-03-02 09:56:00+00', '2026-03-02 09:57:20+00', 80000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.2+1', '2026-11-28 06:21:54.752014+00', false);
INSERT INTO public.judgment VALUES (25, 25, 1, true, 'A', 'first', false, true, true, 2, 20, 10, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.162574+00', false);
INSERT INTO public.judgment VALUES (26, 26, 1, true, 'tie', 'tie', false, true, true, 2, 22, 10, 8, 9, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.162584+00', false);
INSERT INTO public.judgment VALUES (27, 27, 1, true, 'A', 'second', true, true, true, 2, 21, 10, 7, 9, 6, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.162586+00', false);
INSERT INTO public.judgment VALUES (28, 28, 1, true, 'B', 'second', false, true, true, 2, 24, 11, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.162589+00', false);
INSERT INTO public.judgment VALUES (29, 29, 1, true, 'B', 'second', false, true, true, 2, 23, 11, 7, 9, NULL, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.162591+00', false);
INSERT INTO public.judgment VALUES (30, 30, 1, true, 'A', 'second', true, true, true, 2, 25, 11, 8, 9, 6, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.162593+00', false);
INSERT INTO public.judgment VALUES (31, 31, 1, true, 'A', 'first', false, true, false, 2, 24, 11, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 06:21:57.162595+00', false);
INSERT INTO public.judgment VALUES (32, 32, 1, true, 'A', 'first', false, true, true, 1, 1, 1, 1, 2, 8, false, NULL, '2026-03-02 10:08:20+00', NULL, NULL, 'plain', NULL, NULL, '1.1', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '1.2+1', '2026-11-28 06:22:01.425508+00', false);
INSERT INTO public.judgment VALUES (33, 33, 1, true, 'B', 'first', true, true, false, 1, 1, 1, 1, 2, 8, false, NULL, '2026-03-02 10:08:20+00', NULL, NULL, 'plain', NULL, NULL, '1.1', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '1.2+1', '2026-11-28 06:22:01.534907+00', false);
INSERT INTO public.judgment VALUES (34, 34, 1, true, 'A', 'second', true, true, true, 1, 2, 1, 1, 3, 8, false, NULL, '2026-03-02 10:08:20+00', NULL, NULL, 'plain', NULL, NULL, '1.1', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '1.2+1', '2026-11-28 06:22:01.684475+00', false);
INSERT INTO public.judgment VALUES (35, 35, 1, true, 'B', 'second', false, true, false, 1, 2, 1, 1, 3, 8, false, NULL, '2026-03-02 10:08:20+00', NULL, NULL, 'plain', NULL, NULL, '1.1', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '1.2+1', '2026-11-28 06:22:01.716953+00', false);
INSERT INTO public.judgment VALUES (36, 36, 1, true, 'A', 'second', true, true, true, 1, 3, 1, 2, 3, 8, false, NULL, '2026-03-02 10:08:20+00', NULL, NULL, 'plain', NULL, NULL, '1.1', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '1.2+1', '2026-11-28 06:22:01.87024+00', false);
INSERT INTO public.judgment VALUES (37, 37, 1, true, 'B', 'second', false, true, false, 1, 3, 1, 2, 3, 8, false, NULL, '2026-03-02 10:08:20+00', NULL, NULL, 'plain', NULL, NULL, '1.1', 'f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b', '1.2+1', '2026-11-28 06:22:01.960454+00', false);
INSERT INTO public.link VALUES (1, 1, '075d79da460237355fa08bdcf791ecbd7a32b7c8d07caf65235680fc2c62d988', '2026-11-28 06:21:37.18297+00', NULL);
INSERT INTO public.link VALUES (2, 2, 'ec016d0b919af34d3cf450cc3bc033f7793a1a427c0ca2ab19c45833c1e7ef80', '2026-11-28 06:21:37.383547+00', NULL);
INSERT INTO public.link VALUES (3, 3, '62987733b6329bffaa3cdaa10bbd057d41961267e2c845b77039722fe54bde94', '2026-11-28 06:21:37.522761+00', NULL);
INSERT INTO public.link VALUES (4, 4, '6e03142acf7a786be2633ab6c1a0ff9050ab74083cfa80473d9de53c5e7c58a3', '2026-11-28 06:21:37.806794+00', NULL);
INSERT INTO public.link VALUES (5, 7, '2aa5991e802dfa5fbd738622212cc5253f0102b1a72bc8008b84f10cddaa8882', '2026-11-28 06:21:57.659697+00', NULL);
INSERT INTO public.loaded_file VALUES (1, 1, 'gold', 'gold.jsonl', 388, 4, '{"prompts": 4, "gold": 4}', '{"loaded_file": [], "comparison": [16, 19], "response": [16, 23], "prompt": [6, 9]}', NULL, NULL, '2026-11-28 06:21:37.09852+00');
INSERT INTO public.loaded_file VALUES (2, 2, 'judgments', 'old.csv', 582, 7, '{"prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}', '{"loaded_file": [], "comparison": [20, 25], "response": [24, 29], "system": [7, 9], "prompt": [10, 11]}', NULL, NULL, '2026-11-28 06:21:57.37226+00');
INSERT INTO public.membership VALUES (1, 1, 1, 'lead', NULL);
INSERT INTO public.membership VALUES (2, 2, 1, 'annotator', NULL);
INSERT INTO public.membership VALUES (3, 3, 1, 'annotator', NULL);
INSERT INTO public.membership VALUES (4, 4, 1, 'annotator', NULL);
INSERT INTO public.membership VALUES (5, 7, 3, 'annotator', NULL);
INSERT INTO public.message VALUES (1, 1, 2, 'Takk!', 1, '2026-03-02 10:00:20+00', NULL);
INSERT INTO public.person VALUES (1, 'Lise', 'human', NULL, '2026-11-28 06:21:37.170855+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (2, 'Kari', 'human', NULL, '2026-11-28 06:21:37.3825+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (3, 'Ola', 'human', NULL, '2026-11-28 06:21:37.502704+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (4, 'Per', 'human', NULL, '2026-11-28 06:21:37.798659+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (5, 'Ada', 'human', NULL, '2026-11-28 06:21:56.769161+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (6, 'Bo', 'human', NULL, '2026-11-28 06:21:56.769165+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (7, 'Rita', 'human', NULL, '2026-11-28 06:21:57.659215+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (8, 'dommer-1', 'judge', NULL, '2026-11-28 06:22:01.09868+00', 100, NULL, NULL);
INSERT INTO public.program_token VALUES (1, 1, 'loop', '4e925fb6d2a840483ad562215334b9932b7833e59d8da442160e44c99573a126', 1, '2026-11-28 06:21:55.376502+00', NULL);
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
INSERT INTO public.question VALUES (1, 1, 2, NULL, 'Hva nå?', '2026-03-02 09:07:20+00', 'Slik.', 1, '2026-03-02 09:08:00+00', NULL, '2026-03-02 09:08:00+00', NULL, NULL);
INSERT INTO public.rating VALUES (1, 1, 'adequacy', 1, true, 1, false, 'Fordi.', '2026-03-02 10:03:20+00', 40000, 'nb', '2026-11-28 06:21:58.532727+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (2, 1, 'fluency', 1, true, 1, false, 'Fordi.', '2026-03-02 10:03:20+00', 40000, 'nb', '2026-11-28 06:21:58.532732+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (3, 2, 'adequacy', 1, true, 2, false, 'Fordi.', '2026-03-02 10:04:40+00', 40000, 'nb', '2026-11-28 06:21:59.079029+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (4, 2, 'fluency', 1, true, 2, false, 'Fordi.', '2026-03-02 10:04:40+00', 40000, 'nb', '2026-11-28 06:21:59.079033+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (5, 3, 'adequacy', 1, false, 1, false, 'Fordi.', '2026-03-02 10:06:00+00', 40000, 'nb', '2026-11-28 06:22:00.043461+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (6, 3, 'fluency', 1, false, 1, false, 'Fordi.', '2026-03-02 10:06:00+00', 40000, 'nb', '2026-11-28 06:22:00.043467+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (7, 3, 'adequacy', 2, false, NULL, false, NULL, '2026-03-02 10:06:40+00', NULL, NULL, '2026-11-28 06:22:00.266516+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (8, 3, 'fluency', 2, false, NULL, false, NULL, '2026-03-02 10:06:40+00', NULL, NULL, '2026-11-28 06:22:00.26652+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (9, 3, 'adequacy', 3, true, 2, false, 'Fordi.', '2026-03-02 10:08:00+00', 80000, 'nb', '2026-11-28 06:22:00.944094+00', NULL, false, NULL, NULL);
INSERT INTO public.rating VALUES (10, 3, 'fluency', 3, true, 2, false, 'Fordi.', '2026-03-02 10:08:00+00', 80000, 'nb', '2026-11-28 06:22:00.944098+00', NULL, false, NULL, NULL);
INSERT INTO public.rating_assignment VALUES (1, 3, 34, 7, 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'done', NULL, '2026-03-02 10:02:40+00', '2026-11-28 06:21:57.697605+00', NULL, NULL, NULL, NULL, 'regular', NULL);
INSERT INTO public.rating_assignment VALUES (2, 3, 35, 7, 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'done', NULL, '2026-03-02 10:04:00+00', '2026-11-28 06:21:58.893137+00', NULL, NULL, NULL, NULL, 'regular', NULL);
INSERT INTO public.rating_assignment VALUES (3, 3, 31, 7, 'adequacy_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'done', NULL, '2026-03-02 10:06:40+00', '2026-11-28 06:21:59.654495+00', NULL, NULL, NULL, NULL, 'regular', NULL);
INSERT INTO public.reason VALUES (1, 1, 3, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (2, 2, 15, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (3, 3, 20, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (4, 4, 4, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (5, 5, 12, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (6, 6, 22, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (7, 7, 1, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (8, 8, 3, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (9, 9, 15, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (10, 10, 20, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (11, 11, 4, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (12, 12, 16, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (13, 13, 12, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (14, 14, 18, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (15, 15, 8, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (16, 16, 14, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (17, 17, 11, 'grammar', NULL, NULL);
INSERT INTO public.reason VALUES (18, 18, 1, 'grammar', NULL, NULL);
INSERT INTO public.remark VALUES (1, 1, NULL, 'Her.', '2026-03-02 09:12:40+00');
INSERT INTO public.remark VALUES (2, 2, NULL, 'Her.', '2026-03-02 09:14:40+00');
INSERT INTO public.remark VALUES (3, 3, NULL, 'Her.', '2026-03-02 09:16:40+00');
INSERT INTO public.remark VALUES (4, 4, NULL, 'Her.', '2026-03-02 09:20:00+00');
INSERT INTO public.remark VALUES (5, 7, NULL, 'Her.', '2026-03-02 09:24:00+00');
INSERT INTO public.remark VALUES (6, 8, NULL, 'Her.', '2026-03-02 09:26:00+00');
INSERT INTO public.remark VALUES (7, 9, NULL, 'Her.', '2026-03-02 09:28:00+00');
INSERT INTO public.remark VALUES (8, 10, NULL, 'Her.', '2026-03-02 09:30:40+00');
INSERT INTO public.remark VALUES (9, 11, NULL, 'Her.', '2026-03-02 09:32:40+00');
INSERT INTO public.remark VALUES (10, 12, NULL, 'Her.', '2026-03-02 09:34:40+00');
INSERT INTO public.remark VALUES (11, 13, NULL, 'Her.', '2026-03-02 09:38:00+00');
INSERT INTO public.remark VALUES (12, 16, NULL, 'Her.', '2026-03-02 09:42:00+00');
INSERT INTO public.remark VALUES (13, 17, NULL, 'Her.', '2026-03-02 09:44:00+00');
INSERT INTO public.remark VALUES (14, 18, NULL, 'Her.', '2026-03-02 09:46:40+00');
INSERT INTO public.remark VALUES (15, 19, NULL, 'Her.', '2026-03-02 09:48:40+00');
INSERT INTO public.remark VALUES (16, 20, NULL, 'Her.', '2026-03-02 09:50:40+00');
INSERT INTO public.remark VALUES (17, 21, NULL, 'Her.', '2026-03-02 09:54:00+00');
INSERT INTO public.remark VALUES (18, 24, NULL, 'Her.', '2026-03-02 09:58:00+00');
INSERT INTO public.response VALUES (1, 1, 1, 1, 'Dette er svar 132598cb6387.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (2, 1, 1, 2, 'Dette er svar 2372d3bd995f.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (3, 1, 1, 3, 'Dette er svar 92b27607d001.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (4, 1, 2, 1, 'Dette er svar 2fd2c1bbbfad.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (5, 1, 2, 2, 'Dette er svar f8347c095598.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (6, 1, 2, 3, 'Dette er svar 9098e92e220a.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (7, 1, 3, 1, 'Dette er svar 33dc7d9656ba.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (8, 1, 3, 2, 'Dette er svar 68754bf24ff4.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (9, 1, 3, 3, 'Dette er svar 6b66737100fe.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (10, 1, 4, 1, 'Dette er svar d2b20af82786.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (11, 1, 4, 2, 'Dette er svar 6a465759ea66.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (12, 1, 4, 3, 'Dette er svar 5e7085fba481.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (13, 1, 5, 1, 'Dette er svar a49a93211cea.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (14, 1, 5, 2, 'Dette er svar 754cc3e0f65c.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (16, 1, 6, NULL, 'Teksten 0 er god.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (17, 1, 6, NULL, 'Teksten 0 god er.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (18, 1, 7, NULL, 'Teksten 1 er god.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (19, 1, 7, NULL, 'Teksten 1 god er.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (20, 1, 8, NULL, 'Teksten 2 er god.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (21, 1, 8, NULL, 'Teksten 2 god er.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (22, 1, 9, NULL, 'Teksten 3 er god.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (23, 1, 9, NULL, 'Teksten 3 god er.', NULL, NULL, NULL);
INSERT INTO public.response VALUES (15, 1, 5, 3, 'Dette er svar 3bdc2442daa4.', 'null', '2026-03-02 10:01:20+00', NULL);
INSERT INTO public.response VALUES (24, 2, 10, 7, 'Havet er blått.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (25, 2, 10, 8, 'Havet er stort.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (26, 2, 10, 9, 'Sjøen er djup.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (27, 2, 11, 7, 'Fjellet er høgt.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (28, 2, 11, 9, 'Berget er grått.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (29, 2, 11, 8, 'Fjellet er bratt.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (30, 3, 12, 10, 'Dette er svar 132598cb6387.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (31, 3, 12, 11, 'Dette er svar 2372d3bd995f.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (32, 3, 12, 12, 'Dette er svar 92b27607d001.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (33, 3, 13, 10, 'Dette er svar 2fd2c1bbbfad.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (34, 3, 13, 11, 'Dette er svar f8347c095598.', 'null', NULL, NULL);
INSERT INTO public.response VALUES (35, 3, 13, 12, 'Dette er svar 9098e92e220a.', 'null', NULL, NULL);
INSERT INTO public.screen_approval VALUES (1, 1, 'nb-1', 'ffffffffffff', NULL, '2026-11-28 06:22:02.177367+00');
INSERT INTO public.screen_try VALUES (1, 3, 1, 'nb', '[{"pair": "nb-1", "A": "Her er det.", "B": "Det her er.", "right": "A"}]', '[{"side": "A", "at": "2026-03-02T10:08:40+00:00"}]', 1, true, '2026-03-02 10:08:40+00', '2026-03-02 10:08:40+00');
INSERT INTO public.sign_in VALUES (1, 'f3d9e10aa46cdfccd03f1815663059d7aa6e858f9643569bd780eade7d8dec1f', 1, 1, '2026-03-02 09:00:40+00', NULL, '2026-03-02 09:00:40+00', NULL);
INSERT INTO public.sign_in VALUES (2, '981041aae77cac2797f22d34ca52bedee0b06ba771abba3fab7d12dbded005d7', 2, 2, '2026-03-02 09:01:20+00', NULL, '2026-03-02 09:01:20+00', NULL);
INSERT INTO public.sign_in VALUES (3, '6b1a7f6f0070ecdce336deae2b3ab53db9ac5a564f6589a489a31ca534713fd0', 3, 3, '2026-03-02 09:02:00+00', NULL, '2026-03-02 09:02:00+00', NULL);
INSERT INTO public.sign_in VALUES (4, '1c7bcd2afff250c2eee0b4c1d11c9921b23e033333c3752405a75397a6028ecd', 4, 4, '2026-03-02 09:02:40+00', NULL, '2026-03-02 09:02:40+00', NULL);
INSERT INTO public.sign_in VALUES (5, 'a0b53d68d091564a7d100b0645c3c769a62b6ac37aeab2cd29776630e579d921', 7, 5, '2026-03-02 10:02:00+00', NULL, '2026-03-02 10:02:00+00', NULL);
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
SELECT pg_catalog.setval('public.arrival_id_seq', 1, true);
SELECT pg_catalog.setval('public.assignment_id_seq', 37, true);
SELECT pg_catalog.setval('public.campaign_id_seq', 3, true);
SELECT pg_catalog.setval('public.clarification_id_seq', 1, true);
SELECT pg_catalog.setval('public.comparison_id_seq', 25, true);
SELECT pg_catalog.setval('public.consent_id_seq', 3, true);
SELECT pg_catalog.setval('public.desk_action_id_seq', 50, true);
SELECT pg_catalog.setval('public.event_id_seq', 8, true);
SELECT pg_catalog.setval('public.exclusion_id_seq', 1, true);
SELECT pg_catalog.setval('public.guideline_edition_id_seq', 1, false);
SELECT pg_catalog.setval('public.guideline_reading_id_seq', 3, true);
SELECT pg_catalog.setval('public.hours_note_id_seq', 1, true);
SELECT pg_catalog.setval('public.job_id_seq', 1, false);
SELECT pg_catalog.setval('public.judge_lease_id_seq', 1, false);
SELECT pg_catalog.setval('public.judge_reply_id_seq', 6, true);
SELECT pg_catalog.setval('public.judge_setting_id_seq', 1, false);
SELECT pg_catalog.setval('public.judgment_id_seq', 37, true);
SELECT pg_catalog.setval('public.link_id_seq', 5, true);
SELECT pg_catalog.setval('public.link_offer_id_seq', 1, false);
SELECT pg_catalog.setval('public.loaded_file_id_seq', 2, true);
SELECT pg_catalog.setval('public.mail_address_id_seq', 1, false);
SELECT pg_catalog.setval('public.mail_id_seq', 1, false);
SELECT pg_catalog.setval('public.mail_plan_id_seq', 1, false);
SELECT pg_catalog.setval('public.membership_id_seq', 5, true);
SELECT pg_catalog.setval('public.message_id_seq', 1, true);
SELECT pg_catalog.setval('public.pause_id_seq', 1, false);
SELECT pg_catalog.setval('public.person_id_seq', 8, true);
SELECT pg_catalog.setval('public.program_token_id_seq', 1, true);
SELECT pg_catalog.setval('public.prompt_id_seq', 13, true);
SELECT pg_catalog.setval('public.provider_account_id_seq', 1, false);
SELECT pg_catalog.setval('public.pseudonym_key_id_seq', 1, false);
SELECT pg_catalog.setval('public.qualification_id_seq', 1, false);
SELECT pg_catalog.setval('public.question_id_seq', 1, true);
SELECT pg_catalog.setval('public.rating_assignment_id_seq', 3, true);
SELECT pg_catalog.setval('public.rating_id_seq', 10, true);
SELECT pg_catalog.setval('public.rating_mark_id_seq', 1, false);
SELECT pg_catalog.setval('public.reason_id_seq', 18, true);
SELECT pg_catalog.setval('public.remark_id_seq', 18, true);
SELECT pg_catalog.setval('public.response_id_seq', 35, true);
SELECT pg_catalog.setval('public.round_id_seq', 1, false);
SELECT pg_catalog.setval('public.screen_approval_id_seq', 1, true);
SELECT pg_catalog.setval('public.screen_try_id_seq', 1, true);
SELECT pg_catalog.setval('public.sign_in_id_seq', 5, true);
SELECT pg_catalog.setval('public.system_id_seq', 12, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.arrival
    ADD CONSTRAINT pk_arrival PRIMARY KEY (id);
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
ALTER TABLE ONLY public.guideline_edition
    ADD CONSTRAINT pk_guideline_edition PRIMARY KEY (id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT pk_guideline_reading PRIMARY KEY (id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT pk_hours_note PRIMARY KEY (id);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT pk_job PRIMARY KEY (id);
ALTER TABLE ONLY public.judge_lease
    ADD CONSTRAINT pk_judge_lease PRIMARY KEY (id);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT pk_judge_reply PRIMARY KEY (id);
ALTER TABLE ONLY public.judge_setting
    ADD CONSTRAINT pk_judge_setting PRIMARY KEY (id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT pk_judgment PRIMARY KEY (id);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT pk_link PRIMARY KEY (id);
ALTER TABLE ONLY public.link_offer
    ADD CONSTRAINT pk_link_offer PRIMARY KEY (id);
ALTER TABLE ONLY public.loaded_file
    ADD CONSTRAINT pk_loaded_file PRIMARY KEY (id);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT pk_mail PRIMARY KEY (id);
ALTER TABLE ONLY public.mail_address
    ADD CONSTRAINT pk_mail_address PRIMARY KEY (id);
ALTER TABLE ONLY public.mail_plan
    ADD CONSTRAINT pk_mail_plan PRIMARY KEY (id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT pk_membership PRIMARY KEY (id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT pk_message PRIMARY KEY (id);
ALTER TABLE ONLY public.pause
    ADD CONSTRAINT pk_pause PRIMARY KEY (id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT pk_person PRIMARY KEY (id);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT pk_program_token PRIMARY KEY (id);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT pk_prompt PRIMARY KEY (id);
ALTER TABLE ONLY public.provider_account
    ADD CONSTRAINT pk_provider_account PRIMARY KEY (id);
ALTER TABLE ONLY public.pseudonym_key
    ADD CONSTRAINT pk_pseudonym_key PRIMARY KEY (id);
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
ALTER TABLE ONLY public.screen_approval
    ADD CONSTRAINT pk_screen_approval PRIMARY KEY (id);
ALTER TABLE ONLY public.screen_try
    ADD CONSTRAINT pk_screen_try PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT pk_sign_in PRIMARY KEY (id);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT pk_system PRIMARY KEY (id);
ALTER TABLE ONLY public.arrival
    ADD CONSTRAINT uq_arrival_campaign_id_platform_person UNIQUE (campaign_id, platform_person);
ALTER TABLE ONLY public.arrival
    ADD CONSTRAINT uq_arrival_person_id_campaign_id UNIQUE (person_id, campaign_id);
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
ALTER TABLE ONLY public.guideline_edition
    ADD CONSTRAINT uq_guideline_edition_campaign_id_number UNIQUE (campaign_id, number);
ALTER TABLE ONLY public.judge_lease
    ADD CONSTRAINT uq_judge_lease_campaign_id_person_id UNIQUE (campaign_id, person_id);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT uq_judge_reply_person_id_request_hash_attempt UNIQUE (person_id, request_hash, attempt);
ALTER TABLE ONLY public.judge_setting
    ADD CONSTRAINT uq_judge_setting_campaign_id_person_id_protocol_key UNIQUE (campaign_id, person_id, protocol_key);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision);
ALTER TABLE ONLY public.link_offer
    ADD CONSTRAINT uq_link_offer_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT uq_link_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.mail_address
    ADD CONSTRAINT uq_mail_address_person_id UNIQUE (person_id);
ALTER TABLE ONLY public.mail_address
    ADD CONSTRAINT uq_mail_address_stop_key UNIQUE (stop_key);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT uq_mail_key UNIQUE (key);
ALTER TABLE ONLY public.mail_plan
    ADD CONSTRAINT uq_mail_plan_campaign_id UNIQUE (campaign_id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT uq_person_name UNIQUE (name);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT uq_program_token_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT uq_prompt_campaign_id_key UNIQUE (campaign_id, key);
ALTER TABLE ONLY public.provider_account
    ADD CONSTRAINT uq_provider_account_issuer_email UNIQUE (issuer, email);
ALTER TABLE ONLY public.provider_account
    ADD CONSTRAINT uq_provider_account_issuer_subject UNIQUE (issuer, subject);
ALTER TABLE ONLY public.provider_account
    ADD CONSTRAINT uq_provider_account_person_id UNIQUE (person_id);
ALTER TABLE ONLY public.pseudonym_key
    ADD CONSTRAINT uq_pseudonym_key_campaign_id UNIQUE (campaign_id);
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
ALTER TABLE ONLY public.screen_approval
    ADD CONSTRAINT uq_screen_approval_campaign_id_pair UNIQUE (campaign_id, pair);
ALTER TABLE ONLY public.screen_try
    ADD CONSTRAINT uq_screen_try_person_id_campaign_id UNIQUE (person_id, campaign_id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name);
CREATE INDEX ix_arrival_campaign ON public.arrival USING btree (campaign_id, arrived_at);
CREATE INDEX ix_assignment_person ON public.assignment USING btree (campaign_id, person_id, status, sequence);
CREATE INDEX ix_comparison_campaign ON public.comparison USING btree (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON public.comparison USING btree (campaign_id, "position") WHERE ((done < overlap) AND ((kind)::text = 'regular'::text) AND (identical = false) AND (withdrawn_at IS NULL));
CREATE INDEX ix_comparison_prompt ON public.comparison USING btree (prompt_id);
CREATE INDEX ix_comparison_second_response_id ON public.comparison USING btree (second_response_id);
CREATE INDEX ix_consent_person ON public.consent USING btree (person_id, campaign_id);
CREATE INDEX ix_desk_action_person ON public.desk_action USING btree (campaign_id, person_id, id);
CREATE INDEX ix_event_campaign ON public.event USING btree (campaign_id, id);
CREATE INDEX ix_guideline_reading_person ON public.guideline_reading USING btree (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON public.hours_note USING btree (person_id, campaign_id, day);
CREATE INDEX ix_job_campaign_id ON public.job USING btree (campaign_id);
CREATE INDEX ix_job_due ON public.job USING btree (state, due_at);
CREATE INDEX ix_judge_reply_campaign ON public.judge_reply USING btree (campaign_id, person_id);
CREATE INDEX ix_judgment_comparison_id ON public.judgment USING btree (comparison_id);
CREATE INDEX ix_judgment_late ON public.judgment USING btree (campaign_id, person_id) WHERE late;
CREATE INDEX ix_judgment_page ON public.judgment USING btree (campaign_id, id) WHERE live;
CREATE INDEX ix_judgment_person ON public.judgment USING btree (campaign_id, person_id, id);
CREATE INDEX ix_judgment_prompt_id ON public.judgment USING btree (prompt_id);
CREATE INDEX ix_judgment_ranking ON public.judgment USING btree (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE (live AND ranked AND (outcome IS NOT NULL));
CREATE INDEX ix_judgment_unranked ON public.judgment USING btree (campaign_id, person_id) WHERE (NOT ranked);
CREATE INDEX ix_link_offer_mail_id ON public.link_offer USING btree (mail_id);
CREATE INDEX ix_link_offer_person_id ON public.link_offer USING btree (person_id);
CREATE INDEX ix_loaded_file_campaign_id ON public.loaded_file USING btree (campaign_id);
CREATE INDEX ix_mail_address_folded ON public.mail_address USING btree (folded);
CREATE INDEX ix_mail_campaign ON public.mail USING btree (campaign_id, id);
CREATE INDEX ix_mail_person ON public.mail USING btree (person_id, id);
CREATE INDEX ix_message_person ON public.message USING btree (campaign_id, person_id);
CREATE INDEX ix_program_token_campaign_id ON public.program_token USING btree (campaign_id);
CREATE INDEX ix_question_person ON public.question USING btree (campaign_id, person_id);
CREATE INDEX ix_rating_assignment_person ON public.rating_assignment USING btree (campaign_id, person_id, status);
CREATE INDEX ix_reason_response_id ON public.reason USING btree (response_id);
CREATE INDEX ix_response_campaign_id ON public.response USING btree (campaign_id);
CREATE INDEX ix_sign_in_person_id ON public.sign_in USING btree (person_id);
CREATE UNIQUE INDEX uq_exclusion_live ON public.exclusion USING btree (campaign_id, person_id) WHERE (lifted_at IS NULL);
CREATE UNIQUE INDEX uq_job_key ON public.job USING btree (key) WHERE (NOT ((state)::text = ANY ((ARRAY['done'::character varying, 'failed'::character varying, 'stopped'::character varying])::text[])));
CREATE UNIQUE INDEX uq_judgment_live ON public.judgment USING btree (assignment_id) WHERE live;
CREATE UNIQUE INDEX uq_link_live ON public.link USING btree (person_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX uq_membership_campaign ON public.membership USING btree (person_id, campaign_id, role) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX uq_membership_everywhere ON public.membership USING btree (person_id, role) WHERE (campaign_id IS NULL);
CREATE UNIQUE INDEX uq_pause_live ON public.pause USING btree (campaign_id, person_id) WHERE (lifted_at IS NULL);
CREATE UNIQUE INDEX uq_rating_live ON public.rating USING btree (rating_assignment_id, criterion) WHERE live;
CREATE UNIQUE INDEX uq_rating_mark_placeless ON public.rating_mark USING btree (rating_assignment_id, revision, issue) WHERE (start IS NULL);
CREATE UNIQUE INDEX uq_reason_placeless ON public.reason USING btree (remark_id, response_id, issue) WHERE (start IS NULL);
ALTER TABLE ONLY public.arrival
    ADD CONSTRAINT fk_arrival_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.arrival
    ADD CONSTRAINT fk_arrival_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
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
ALTER TABLE ONLY public.guideline_edition
    ADD CONSTRAINT fk_guideline_edition_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.guideline_edition
    ADD CONSTRAINT fk_guideline_edition_published_by_person FOREIGN KEY (published_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT fk_guideline_reading_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT fk_guideline_reading_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT fk_hours_note_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT fk_hours_note_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT fk_job_asked_by_person FOREIGN KEY (asked_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT fk_job_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.judge_lease
    ADD CONSTRAINT fk_judge_lease_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.judge_lease
    ADD CONSTRAINT fk_judge_lease_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT fk_judge_reply_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.judge_reply
    ADD CONSTRAINT fk_judge_reply_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.judge_setting
    ADD CONSTRAINT fk_judge_setting_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.judge_setting
    ADD CONSTRAINT fk_judge_setting_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
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
ALTER TABLE ONLY public.link_offer
    ADD CONSTRAINT fk_link_offer_mail_id_mail FOREIGN KEY (mail_id) REFERENCES public.mail(id);
ALTER TABLE ONLY public.link_offer
    ADD CONSTRAINT fk_link_offer_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT fk_link_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.loaded_file
    ADD CONSTRAINT fk_loaded_file_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.loaded_file
    ADD CONSTRAINT fk_loaded_file_loaded_by_person FOREIGN KEY (loaded_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.mail_address
    ADD CONSTRAINT fk_mail_address_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT fk_mail_asked_by_person FOREIGN KEY (asked_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT fk_mail_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT fk_mail_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.mail_plan
    ADD CONSTRAINT fk_mail_plan_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
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
ALTER TABLE ONLY public.pause
    ADD CONSTRAINT fk_pause_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.pause
    ADD CONSTRAINT fk_pause_lifted_by_person FOREIGN KEY (lifted_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.pause
    ADD CONSTRAINT fk_pause_made_by_person FOREIGN KEY (made_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.pause
    ADD CONSTRAINT fk_pause_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT fk_program_token_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.program_token
    ADD CONSTRAINT fk_program_token_created_by_person FOREIGN KEY (created_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT fk_prompt_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.provider_account
    ADD CONSTRAINT fk_provider_account_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.pseudonym_key
    ADD CONSTRAINT fk_pseudonym_key_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
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
    ADD CONSTRAINT fk_rating_assignment_qualification_id_qualification FOREIGN KEY (qualification_id) REFERENCES public.qualification(id);
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
ALTER TABLE ONLY public.screen_approval
    ADD CONSTRAINT fk_screen_approval_approved_by_person FOREIGN KEY (approved_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.screen_approval
    ADD CONSTRAINT fk_screen_approval_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.screen_try
    ADD CONSTRAINT fk_screen_try_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.screen_try
    ADD CONSTRAINT fk_screen_try_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY (link_id) REFERENCES public.link(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_provider_account_id_provider_account FOREIGN KEY (provider_account_id) REFERENCES public.provider_account(id);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
